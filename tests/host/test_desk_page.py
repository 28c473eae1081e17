"""The desk as people have it before them: every page of it in every form, by keys alone, and while it works.

Each page is looked at in four forms: any two of wide or narrow, English or Thai, light or dark come together in one of them.
CRAWLBOX_EVERY_FORM=1 looks at all eight, and leaves pictures in build/pictures for people to look at.
"""
import json
import os
import subprocess
import unittest

import deskpage
from test_desk import Case, put_card, put_large_card

# A job under way for a minute, a quarter of it done.
WORKING = """(state.job = { what: "empty", id: 1, take() {}, end() {}, printed: [], progress: { what: "collecting", done: 4e8, total: 1.6e9 },
  started: performance.now() - 60000, from: 0, awake() {} }, render())"""
FORMS = [("en", 1280, "light"), ("en", 360, "dark"), ("th", 1280, "dark"), ("th", 360, "light")]
EVERY_FORM = "CRAWLBOX_EVERY_FORM" in os.environ
if EVERY_FORM:
    FORMS = [(language, width, scheme) for language in ("en", "th") for width in (1280, 360) for scheme in ("light", "dark")]


def look_at(test, desk, page):
    """In each of the forms: nothing to scroll sideways, nothing that bars anybody."""
    for language, width, scheme in FORMS:
        with test.subTest(page=page, language=language, width=width, scheme=scheme):
            desk.size(width=width, scheme=scheme)
            desk.click(selector={"en": "#english", "th": "#thai"}[language])
            if EVERY_FORM:
                desk.picture(to=deskpage.PICTURES / f"desk-{page}-{language}-{width}-{scheme}.png")
            sideways = desk.evaluate(script="document.documentElement.scrollWidth - document.documentElement.clientWidth")
            test.assertEqual(sideways, 0, "it has to be scrolled sideways")
            test.assertEqual(desk.axe(), [])
    desk.size(width=1280)
    desk.click(selector="#english")


class Appearance(Case):
    def open_card(self, part, **how):
        self.desk.fill(folder="seen", **{"from": put_card(self.top / "card", is_open=True)})
        self.desk.open(**how)
        self.desk.pick(button="#choose-card", folder="seen")
        self.desk.click(selector=f"nav [data-part={part}]")

    def test_the_first_page(self):
        self.desk.open()
        look_at(self, self.desk, "start")

    def test_look(self):
        self.open_card("look")
        self.desk.click(selector="#start-look")
        self.desk.ended()
        self.desk.click(selector="#look-result li button")
        self.desk.ended()
        look_at(self, self.desk, "look")

    def test_the_report(self):
        self.open_card("look")
        self.desk.click(selector="#start-report")
        self.assertEqual(self.desk.frame()["sandbox"], "")
        self.desk.evaluate(script="document.querySelector('iframe').dataset.mark = 'same'")
        look_at(self, self.desk, "report")
        self.assertEqual(self.desk.evaluate(script="document.querySelector('iframe').dataset.mark"), "same", "the report was loaded anew")

    def test_empty(self):
        self.open_card("empty")
        self.desk.pick(button="#choose-out", folder="seen-out")
        self.desk.check(selector="#erase")
        self.desk.click(selector="#start-empty")
        self.desk.ended()
        look_at(self, self.desk, "empty")

    def test_work_under_way(self):
        self.open_card("empty")
        self.desk.evaluate(script=WORKING)
        self.assertEqual(self.desk.text(selector="#how-far"), "copying · 400.0 MB of 1.6 GB · about 3 min left")
        self.assertEqual(self.desk.evaluate(script="document.title"), "25 % · The crawlbox desk")
        look_at(self, self.desk, "working")

    def test_a_problem(self):
        (self.top / "photos").mkdir()
        self.desk.open()
        self.desk.drop(folder=self.top / "photos")
        self.desk.click(selector="#start-look")
        self.desk.ended()
        look_at(self, self.desk, "problem")

    def test_prepare_with_all_of_its_form_and_what_is_wrong_in_it(self):
        self.open_card("prepare")
        self.desk.wait(selector="#form:not([hidden])")
        self.desk.evaluate(script="for (const at of document.querySelectorAll('details')) at.open = true")
        self.desk.type(selector="#setting-tau", text="300")
        self.desk.type(selector="#seeds", text="www.example.ac.th\nftp://example.org/\n")
        self.desk.check(selector="#force")
        self.desk.answered()
        self.desk.click(selector="#start-prepare")
        self.desk.ended()
        look_at(self, self.desk, "prepare")

    def test_prepare_done(self):
        self.desk.open()
        self.desk.pick(button="#choose-card", folder="seen-fresh")
        self.desk.click(selector="nav [data-part=prepare]")
        self.desk.wait(selector="#form:not([hidden])")
        self.desk.click(selector="#start-prepare")
        self.assertIn("please fill in what is marked", self.desk.ended())
        look_at(self, self.desk, "needed")
        for field, text in (("setting-operator", "A Library"), ("setting-contact", "http://www.example.org/"), ("setting-email", "a@example.org"),
                            ("seeds", "www.example.ac.th\n")):
            self.desk.type(selector=f"#{field}", text=text)
        self.desk.answered()
        self.desk.click(selector="#start-prepare")
        self.assertEqual(self.desk.ended(), "Done.")
        look_at(self, self.desk, "prepared")

    def test_talk_before_it_is_connected(self):
        self.desk.open()
        self.desk.click(selector="nav [data-part=talk]")
        look_at(self, self.desk, "talk-closed")

    def test_keys_alone_are_enough(self):
        self.open_card("look")
        self.desk.evaluate(script="document.querySelector('h1').tabIndex = -1, document.querySelector('h1').focus()")
        order = []
        while "start-look" not in order:
            self.desk.press(key="Tab")
            order.append(self.desk.focused())
            self.assertLess(len(order), 20, order)
        self.desk.press(key="Enter")
        self.assertEqual(self.desk.ended(), "Done.")
        self.assertEqual(order[:2], ["thai", "english"])


class Limited(Case):
    """A browser that cannot write into folders."""

    def test_every_part_says_what_it_can(self):
        self.desk.open(without=["showDirectoryPicker", "WebAssembly.Suspending", "WebAssembly.promising"])
        self.desk.files(folder=put_card(self.top / "card"))
        self.desk.click(selector="nav [data-part=empty]")
        self.desk.click(selector="#start-empty")
        self.desk.ended()
        look_at(self, self.desk, "limited")
        self.desk.click(selector="nav [data-part=prepare]")
        self.assertIn("This needs Chrome, Edge or Chromium", self.desk.text(selector="#there"))
        look_at(self, self.desk, "limited-prepare")
        self.desk.click(selector="nav [data-part=talk]")
        self.assertIn("Chrome, Edge and Chromium can", self.desk.text(selector="#line-state"))


class Work(Case):
    def test_a_tab_that_nobody_looks_at_goes_on(self):
        card = put_large_card(self.top / "card")
        ran = subprocess.run(["node", deskpage.HERE / "browser" / "background.mjs", deskpage.browser.path(), deskpage.PAGE, card],
                             capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        found = json.loads(ran.stdout)
        self.assertEqual(found["hidden"], {"visibility": "hidden", "whileDone": "hidden", "said": "Done."})
        self.assertEqual(found["frozen"], {"wasUnderWay": True, "said": "Done.", "seen": ["freeze", "resume"]})

    def test_while_it_works_the_browser_may_neither_freeze_it_nor_leave_unasked(self):
        self.desk.fill(folder="kept", **{"from": put_large_card(self.top / "card")})
        self.begin_empty("kept", "kept-out")
        # The browser gives a lock in the order in which it is asked for it, so the test asks behind the desk, as soon as the job has begun:
        # when it holds the lock, too, the desk was given it before. A lock that nobody shares is given when the desk has let go.
        self.desk.evaluate(script="""window.ask = async (mode) => {
            const leaves = dispatchEvent(new Event("beforeunload", { cancelable: true }));
            const { held } = await navigator.locks.request("crawlbox desk", { mode }, () => navigator.locks.query());
            return [held.length, leaves];
        }""")
        at_work = self.desk.evaluate(script="""new Promise((tell) => {
            const usual = begin;
            begin = (...job) => {
                const end = usual(...job);
                tell(ask("shared"));
                return end;
            };
            document.querySelector("#start-empty").click();
        })""")
        self.assertEqual(at_work, [2, False])
        self.assertEqual(self.desk.ended(), "Done.")
        self.assertEqual(self.desk.evaluate(script="ask('exclusive')"), [1, True])

    def test_the_time_left_counts_from_where_each_step_began(self):
        """Files that lay there already took no time, and packing does not go on at the pace of copying."""
        self.desk.open()
        self.desk.evaluate(script=WORKING)
        self.desk.evaluate(script="takeProgress(state.job, { what: 'packing', done: 8e8, total: 1.6e9 })")
        self.desk.evaluate(script="takeProgress(state.job, { what: 'packing', done: 12e8, total: 16e8 }); state.job.started -= 60000; showProgress()")
        self.assertEqual(self.desk.text(selector="#how-far"), "packing · 1.2 GB of 1.6 GB · about 60 s left")


if __name__ == "__main__":
    unittest.main()
