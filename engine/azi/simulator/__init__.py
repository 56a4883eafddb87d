"""Whole games of Azi by dice, each seat choosing by what it may see."""

from engine.azi.simulator.games import begin, play
from engine.azi.simulator.players import PLAYERS, RANDOM, SENSIBLE, STEADY
from engine.azi.simulator.tally import Tally, tally

__all__ = ["PLAYERS", "RANDOM", "SENSIBLE", "STEADY", "Tally", "begin", "play", "tally"]
