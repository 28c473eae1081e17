"""With sanitizers the host program takes three times as long, and computes the same. So tests that compare figures of long work are left out
there; the code that does the work is run by shorter tests beside them, in both builds.

    @figures.compared
    def test_one_strategy_finds_more_than_the_other(self): ...
"""
import os
import unittest

SANITIZED = "SANITIZED" in os.environ
compared = unittest.skipIf(SANITIZED, "it compares figures, which are the same with sanitizers")
