"""PostgreSQL: the embedded server, the connections and the migrations."""
