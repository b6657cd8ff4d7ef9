"""Checks that a request came from the service: Python 3.8 or newer, nothing to install. `body` is the raw body, as
it came, in bytes; `header` is the Service-Signature header; `secret` is the webhook's signing secret."""

import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify(body, header, secret, now=None):
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header or "")
    if not match:
        return False
    t, signature = match.groups()
    if abs((time.time() if now is None else now) - int(t)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)
