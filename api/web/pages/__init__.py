"""The pages, a file for what belongs together: each function parses, asks the ledger, and answers with a template."""

from api.web.pages import audits, files, interface, problems, rules, sign_in

BLUEPRINTS = tuple(module.blueprint for module in (audits, files, interface, problems, rules, sign_in))
