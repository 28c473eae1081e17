"""A second reader of models, written from app/graph/predict/MODEL.md and the head of vector.h alone, so that these are known to be enough.

    confidence = Model(open("MODEL.BIN", "rb").read()).confidence(row)       row: values of hosttable.COLUMNS
"""
import math
import struct
import zlib

COUNTRIES = ["TH", "CN", "JP", "UK", "US", "OTHER"]
TLDS = ["COM", "NET", "ORG", "TH", "INFO", "OTHER"]
GROUPS = [range(0, 13), range(13, 26), range(26, 31), range(31, 33)]
COUNTRY, TLD, FEATURES = 0, 13, 33
MAX, MIN, PRODUCT, AVERAGE, BAYESIAN, MAJORITY, WEIGHTED, POOL = range(8)
ODDS = [round(1024 * math.log((c + 0.5) / (255.5 - c))) for c in range(256)]


def bucket(count):
    """Each number below 16 has a bucket of its own; above, eight of them share the way to twice as much."""
    if count < 16:
        return count
    doublings = count.bit_length() - 1
    return 16 + (doublings - 4) * 8 + ((count >> (doublings - 3)) & 7)


def vector(row):
    values = [COUNTRIES.index(row[COUNTRY])] + [bucket(int(count)) for count in row[1:13]]
    values += [TLDS.index(row[TLD])] + [bucket(int(count)) for count in row[14:26]]
    return values + [round(2 * float(degree)) for degree in row[26:31]] + [bucket(int(count)) for count in row[31:33]]


def from_odds(odds):
    """The confidence whose odds come nearest."""
    return min(range(256), key=lambda c: (abs(ODDS[c] - odds), -abs(2 * c - 255), -c))


class Model:
    def __init__(self, data):
        magic, _, _, length, crc, members, self.fusion, tables, _, self.prior, nodes = struct.unpack_from("<4sHHIIBBBBhH", data)
        assert (magic, length, crc) == (b"CBXM", len(data), zlib.crc32(data[16:]))
        self.members = [struct.unpack_from("<BBBBHHhh", data, 80 + 12 * i) for i in range(members)]
        at = 80 + 12 * members
        self.nodes = [data[at + 4 * i:at + 4 * i + 4] for i in range(nodes)]
        self.tables, at = [], at + 4 * nodes
        for _ in range(tables):
            size = struct.unpack_from("<H", data, at)[0]
            self.tables.append(self.read_table(data[at:at + size]))
            at += size
        assert at == len(data)

    @staticmethod
    def read_table(data):
        """(prior, [(highest values, odds) of each feature])"""
        at, features = 4, []
        for _ in range(FEATURES):
            count = data[at]
            highest = list(data[at + 1:at + max(count, 1)])
            odds = struct.unpack_from(f"<{count}h", data, at + max(count, 1))
            features.append((highest, odds))
            at += max(count, 1) + 2 * count
        assert at == len(data)
        return struct.unpack_from("<h", data, 2)[0], features

    def ask_tree(self, first, leaf, count, values):
        if count == 0:
            return leaf
        at = first
        while True:
            head, threshold, left, right = self.nodes[at]
            feature, leaves = head & 63, (head & 64, head & 128)
            goes_right = not (threshold >> values[feature] & 1 if feature in (COUNTRY, TLD) else values[feature] <= threshold)
            if leaves[goes_right]:
                return (left, right)[goes_right]
            at = first + left + 256 * right if goes_right and not leaves[0] else at + 1

    def ask_bayes(self, table, groups, values):
        odds, features = self.tables[table]
        for number, group in enumerate(GROUPS):
            for feature in group if groups >> number & 1 else ():
                highest, says = features[feature]
                odds += says[sum(values[feature] > most for most in highest)] if says else 0
        return odds

    def confidence(self, row):
        values, answers, odds, votes = vector(row), [], [], []
        for kind, _, scope, more, first, count, other, thai in self.members:
            if scope and (scope == 1) != (row[TLD] == "TH"):
                continue
            if kind:
                said = self.ask_bayes(first, more, values)
                answers.append(from_odds(said))
                odds.append(min(max(said, ODDS[0]), ODDS[255]))
            else:
                answers.append(self.ask_tree(first, more, count, values))
                odds.append(ODDS[answers[-1]])
            votes.append(thai if answers[-1] >= 128 else other)
        return self.fuse(answers, odds, votes)

    def fuse(self, answers, odds, votes):
        high, low, mean = max(answers) + 0.5, min(answers) + 0.5, math.floor(sum(answers) / len(answers) + 0.5)
        if self.fusion == MAX:
            return min(255, math.floor(256 * high / (high + 256 - low)))
        if self.fusion == MIN:
            return min(255, math.floor(256 * low / (low + 256 - high)))
        if self.fusion == PRODUCT:
            return from_odds(sum(odds))
        if self.fusion == AVERAGE:
            return mean
        if self.fusion == BAYESIAN:
            return from_odds(sum(votes) + self.prior)
        if self.fusion == POOL:
            return from_odds(self.prior + sum(int(vote * said / 1024) for vote, said in zip(votes, odds)))
        return mean // 2 + (128 if sum(votes) > 0 or (sum(votes) == 0 and mean >= 128) else 0)
