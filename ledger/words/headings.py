"""What stands around a replay: headings, labels, keys."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "events",
    said("of.game", "Game"),
    said("of.step", "Step"),
    said("of.steps", "{step} of {steps}"),
    said("of.table", "On the table"),
    said("of.what", "What happened"),
    said("of.pot", "Pot"),
    said("of.price", "Price"),
    said("of.stack", "Stack"),
    said("of.hand", "Hand"),
    said("of.hands", "Hands"),
    said("of.tricks", "Tricks"),
    said("of.score", "Points"),
    said("of.trump", "Trump"),
    said("of.trick", "Trick"),
    said("of.rule", "Rule"),
    said("of.money", "Chips"),
    said("of.turn", "It is the turn of {seat}."),
    said("of.mid_act", "What comes next belongs to the same act: nobody has anything to choose."),
    said("of.player", "Player"),
    said("of.violations", "Against the rules"),
    said("of.stopped", "The replay stops here: step {step} cannot be evaluated. Not evaluated: steps {first} to {last}."),
    said("of.stopped.one", "The replay stops here: step {step} cannot be evaluated. Not evaluated: step {step}."),
    said("of.none", "No such step further on."),
    # NOTE: the letters are keys and stay as they are
    said(
        "of.keys",
        "← → back, on · d D deal · t T trick · p P penalty · v V violation: next, with shift previous · Home End · g, a number · q",
    ),
)
