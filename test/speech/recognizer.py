"""Speech recognition behind OpenAI's interface: POST /v1/audio/transcriptions with a WAV file.

Moonshine's package carries its small English model, so that nothing else is fetched. Says `listens on <address>` when it does.
"""

import json
import sys
import tempfile
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, HTTPServer

from moonshine_voice.moonshine_api import ModelArch
from moonshine_voice.transcriber import Transcriber
from moonshine_voice.utils import get_assets_path, get_model_path, load_wav_file

transcriber = Transcriber(str(get_model_path("tiny-en")), model_arch=ModelArch.TINY)


def file_in(content_type, body):
    """The bytes of the form's field `file`."""
    form = BytesParser().parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    for part in form.get_payload():
        if part.get_param("name", header="content-disposition") == "file":
            return part.get_payload(decode=True)
    raise ValueError("The form has no field `file`.")


def recognise(sound):
    """What is said in the bytes of a WAV file, as OpenAI's verbose_json says it."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as wav:
        wav.write(sound)
        wav.flush()
        samples, rate = load_wav_file(wav.name)
    lines = transcriber.transcribe_without_streaming(samples, rate).lines
    segments = [
        {"start": line.start_time, "end": line.start_time + line.duration, "text": line.text} for line in lines
    ]
    return {"text": " ".join(line.text for line in lines), "duration": len(samples) / rate, "segments": segments}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status, answer = 200, recognise(file_in(self.headers["Content-Type"], body))
        except ValueError as error:
            status, answer = 400, {"error": {"message": str(error)}}
        sent = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_):
        """Requests are nobody's news."""


if sys.argv[1:] == ["--assets"]:
    print(get_assets_path())
else:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(f"listens on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
