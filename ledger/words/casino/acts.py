"""What may be done next in Casino."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "casino",
    said("do.announce_last", "announce the last deal"),
    said("do.build", "build"),
    said("do.capture", "capture"),
    said("do.claim_missing_last", "claim that the last deal was not announced"),
    said("do.claim_target", "claim the target"),
    said("do.play_out_of_turn", "play {card} out of turn"),
    said("do.trail", "trail {card}"),
    # NOTE: ways to build; {build} is the number of a build on the table, {value} what it counts
    said("do.build.new", "{card} with {loose}: a build of {value}"),
    said("do.build.more", "{card} with {loose} to build {build}: {value}"),
    said("do.build.alone", "{card} to build {build}: {value}"),
    # NOTE: one way to capture; {taken} lists cards and builds
    said("do.capture.with", "{card} takes {taken}"),
)
