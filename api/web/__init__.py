"""Pages for people, as HTML: what every page shares, and how the written rules are formatted."""
