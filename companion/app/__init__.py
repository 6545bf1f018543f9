"""The tablet app: screens over widgets over plain view models (companion/panel), with one session underneath.

How a screen is made
--------------------
1. `screens/<name>.py` holds a `Page`; `screens/<name>.kv` beside it lays it out. The name goes into `screens.PAGES`.

       class Gauge(Page):
           def show(self, **given): ...     # before every visit; `given` is what `app.go("gauge", …)` was told
           def refresh(self): ...           # the words and figures, again: also after a change of language or table
           def leave(self): ...             # when another screen comes: let go of cameras and clocks

       load(__file__)                       # reads the .kv beside it

2. In kv, `theme.*` are the colours, sizes and spaces and `tr._("…")` the words (`_("…")` in Python); both change while
   the app runs. `Bar` is the top line with back and title; `Panel` is a surface; `Text` wraps and grows, `Fit` shrinks
   into its box; `Press` is every button (`kind: "main"`, 72 dp, for the one thing to do next); `Icon` draws a name of
   `widgets/icons.py`; `Scroll` holds whatever may be longer than the screen; `Flow` lays buttons out in as many columns
   as fit.
3. `app.go(name, **given)` and `app.back()` move about, `app.say(sentence, heading)` shows one line for a few seconds,
   `app.ask(sheet)` lays a `Sheet` over the screen, `app.session` is the table that is played (or None),
   `app.settings` is what the device remembers (`app.settle()` saves it and applies it).
4. Nothing on a screen waits: whatever takes longer than a frame runs in a thread and comes back with
   `later(call, *args)`.
5. Screens know neither ports nor pixels nor rules: they show what a view model in companion/panel says.

6. A kv rule that is bound (`size: theme.touch, …`) wins over what the constructor is given: set such properties after
   the widget is made. A property called `on_x` beside one called `x` is taken for its event handler by Kivy.

Every screen of `screens.PAGES` is visited by tests/app/walk.py: tests/app/test_every_screen.py measures it (targets,
cut off or overlapping words, contrast) and `make screenshots` pictures it, in both themes, at every size, with long
names and large letters. A screen that needs something done before it shows what matters gets its own steps there.
"""
