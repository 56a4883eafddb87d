"""How gunicorn serves cardledger: `gunicorn -c ops/deploy/gunicorn.py "api.wsgi:application()"`. Read models: `cardledger worker`.

The application is made in each worker, after the fork: connections and prepared statements do not survive one.
"""

import os

from api.wsgi import THREADS
from ledger.settings import Settings

_settings = Settings.read(os.environ)

bind = f"{_settings.host}:{_settings.port}"
workers = 2
threads = THREADS
worker_class = "gthread"
preload_app = False
keepalive = 75
timeout = 60
graceful_timeout = 10
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 8190
accesslog = None
control_socket_disable = True
