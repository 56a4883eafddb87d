"""What is checked in the modules beside the tests is told in full when it does not hold."""

import pytest

pytest.register_assert_rewrite("tests.kills.books", "tests.kills.evening", "tests.kills.patient")
