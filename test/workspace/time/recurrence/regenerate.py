"""Writes the vectors of this folder anew: rules, starts and expected times that others published, and random rules.

    python3 -m venv venv && venv/bin/pip install python-dateutil==4.0.0 tzdata six
    venv/bin/python regenerate.py rfc5545.txt test_rrule.py icalrecur_test.txt

rfc5545.txt         the text of RFC 5545, as the RFC Editor publishes it
test_rrule.py       tests/test_rrule.py of github.com/dateutil/dateutil
icalrecur_test.txt  src/test/icalrecur_test.txt of github.com/libical/libical

Only facts are taken (rule, start, times); the seed is fixed, so that the same sources give the same files.
"""

import ast
import calendar
import json
import random
import re
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import dateutil
import dateutil.tz
from dateutil import rrule

HERE = Path(__file__).parent
MOST = 120
LOCAL = "%Y%m%dT%H%M%S"
MONTHS = {name: number for number, name in enumerate(calendar.month_name) if name}


def write(name, about, vectors):
    lines = ",\n".join("    " + json.dumps(vector, separators=(",", ":")) for vector in vectors)
    head = json.dumps(about, indent=2)[:-2]
    (HERE / f"{name}.json").write_text(f'{head},\n  "vectors": [\n{lines}\n  ]\n}}\n')


def vector(rule, start, times, more, **others):
    """`more` is true when the series goes on after the times given, and null when that is not known."""
    return {"rule": rule, "start": start, **others, "times": times[:MOST], "more": True if len(times) > MOST else more}


# RFC 5545 §3.8.5.3: the printed dates, read from the text.

HOUR = re.compile(r"(\d{1,2}):(\d\d)")
GROUP = re.compile(r"\((?:(?P<month>[A-Z]\w+) (?P<day>\d+), )?(?P<year>\d{4}) (?:9:00 AM )?(?P<zone>E[DS]T)\)")


def rfc5545(path):
    text = Path(path).read_text(encoding="latin-1")
    page = r"\n+Desruisseaux .*\n\f?\s*RFC 5545 .*\n+"
    text = re.sub(page + "(?= {20})", "\n", text)  # within a list of dates
    text = re.sub(page, "\n\n", text)
    text = text[text.index("All examples assume the Eastern") : text.rindex("3.8.6.  Alarm Component")]
    vectors = []
    for block in re.split(r"\n(?= +DTSTART)", text)[1:]:
        start = re.search(r"DTSTART;TZID=America/New_York:(\w+)", block).group(1)
        dates = block.split("==>", 1)[1] if "==>" in block else ""
        dates = re.split(r"\n\n\s+(?=[A-Z][a-z]|changing|Note)", dates)[0]
        rules = re.findall(r"RRULE:((?:.+;\s*\n\s+|.+,\s*\n\s+)*.+)", block.split("==>")[0])
        times, more = printed(dates)
        for rule in rules:
            vectors.append(
                vector(re.sub(r"\s", "", rule), start, times, more, zone="America/New_York")
            )
    return vectors


def printed(text):
    """The instants that the text prints, up to the first `...`, and whether there are more."""
    cut = text.find("...")
    more = cut >= 0
    text = text[:cut] if more else text
    times = []
    groups = list(GROUP.finditer(text))
    for index, group in enumerate(groups):
        body = text[group.end() : groups[index + 1].start() if index + 1 < len(groups) else len(text)]
        year, offset = int(group["year"]), 4 if group["zone"] == "EDT" else 5
        if group["month"]:
            for hour, minute in HOUR.findall(body):
                times.append(datetime(year, MONTHS[group["month"]], int(group["day"]), int(hour) + offset, int(minute)))
            continue
        for month, days in re.findall(r"([A-Z][a-z]+)\s+([\d,\-\s]+)", body):
            for part in re.findall(r"\d+(?:-\d+)?", days):
                first, _, last = part.partition("-")
                for day in range(int(first), int(last or first) + 1):
                    times.append(datetime(year, MONTHS[month], day, 9 + offset))
    return [time.strftime(LOCAL) + "Z" for time in times], more


# python-dateutil: each assertEqual(list(rrule(…)), […]) of its tests, evaluated.


def dateutil_tests(path):
    tree = ast.parse(Path(path).read_text())
    tests = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "RRuleTest")
    names = {name: getattr(rrule, name) for name in "rrule rrulestr YEARLY MONTHLY WEEKLY DAILY HOURLY MINUTELY SECONDLY MO TU WE TH FR SA SU".split()}
    names.update(datetime=datetime, tz=dateutil.tz)
    vectors, left_out = [], {}
    for function in (node for node in tests.body if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            reason = dateutil_vector(call, names, vectors, function.name)
            if reason:
                left_out[reason] = left_out.get(reason, 0) + 1
    return vectors, left_out


def dateutil_vector(call, names, vectors, name):
    if getattr(call.func, "attr", "") != "assertEqual" or len(call.args) < 2:
        return None
    evaluate = lambda node: eval(compile(ast.Expression(node), name, "eval"), dict(names))
    left = call.args[0]
    if not (isinstance(left, ast.Call) and getattr(left.func, "id", "") == "list"):
        return None
    try:
        rule, expected = evaluate(left.args[0]), evaluate(call.args[1])
    except NameError:
        return "built in several steps (sets, caches, copies)"
    if not isinstance(rule, rrule.rrule):
        return "several rules, EXDATE or RDATE"
    if rule._byeaster:
        return "BYEASTER, which is no part of RFC 5545"
    if rule._dtstart.tzinfo:
        return "a start with a time zone object"
    assert list(rule) == expected, name
    start, text = str(rule).split("\nRRULE:")
    vectors.append(vector(text, start.removeprefix("DTSTART:"), [time.strftime(LOCAL) for time in expected], False))
    return None


# libical: blocks of RRULE, DTSTART and INSTANCES.


def libical(path):
    vectors, left_out = [], {}
    for block in Path(path).read_text().split("\n\n"):
        found = dict(re.findall(r"^(RRULE|DTSTART|INSTANCES):(.*)$", block, re.M))
        if "RRULE" not in found:
            continue
        times = found["INSTANCES"].strip()
        reason = None
        if "UNIMPLEMENTED" in times:
            reason = "libical does not carry it out either"
        elif "ERROR" in times or "***" in times:
            reason = "libical refuses the rule"
        elif "T" not in found["DTSTART"] and re.search("BYHOUR|BYMINUTE|BYSECOND", found["RRULE"]):
            reason = "a start without a time of day, and a rule with one"
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        full = lambda text: (text if "T" in text else f"{text}T000000").removesuffix("Z")
        vectors.append(vector(found["RRULE"], full(found["DTSTART"]), [full(time) for time in times.split(",") if time], False))
    return vectors, left_out


# Random rules, expanded by python-dateutil; local times become instants by the step of this project's contract.

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo", "Pacific/Apia", "Europe/Dublin", "America/Santiago"]
LAST_YEAR = 2025  # zones are compared where they are history, not a forecast
DAYS = "MO TU WE TH FR SA SU".split()


def random_rule(chance):
    pick = lambda low, high, most: sorted({chance.randint(low, high) for _ in range(chance.randint(1, most))})
    signed = lambda high, most: sorted({chance.choice([-1, 1]) * chance.randint(1, high) for _ in range(chance.randint(1, most))})
    often = lambda share: chance.random() < share
    frequency = chance.choice("HOURLY DAILY WEEKLY MONTHLY YEARLY".split())
    parts = {"FREQ": frequency}
    if often(0.5):
        parts["INTERVAL"] = chance.choice([2, 2, 3, 4, 5, 7, 11])
    if often(0.3):
        parts["BYMONTH"] = pick(1, 12, 4)
    if frequency == "YEARLY" and often(0.15):
        # python-dateutil differs with RFC 5545 without BYDAY (it takes all seven days, not that of DTSTART), with weeks counted
        # from the end, and in what a year is when weeks of it lie in another (INTERVAL, BYSETPOS).
        parts.pop("INTERVAL", None)
        parts["BYWEEKNO"] = pick(1, 53, 3)
        parts["BYDAY"] = chance.sample(DAYS, chance.randint(1, 3))
        parts.pop("BYMONTH", None)
    elif frequency in ("YEARLY", "HOURLY") and often(0.15):
        parts["BYYEARDAY"] = signed(366, 4)
        parts.pop("BYMONTH", None)
    elif frequency != "WEEKLY" and often(0.35):
        parts["BYMONTHDAY"] = signed(31, 4)
    if "BYDAY" not in parts and "BYYEARDAY" not in parts and often(0.4):
        days = chance.sample(DAYS, chance.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and often(0.5):
            days = [f"{chance.choice([-2, -1, 1, 2, 3, 5])}{day}" for day in days]
        parts["BYDAY"] = days
    if often(0.3):
        parts["BYHOUR"] = pick(0, 23, 4)
    if often(0.3):
        parts["BYMINUTE"] = pick(0, 59, 3)
    if often(0.1):
        parts["BYSECOND"] = pick(0, 59, 2)
    # In the week of DTSTART python-dateutil counts positions from DTSTART, not from the first day of the week.
    if any(name.startswith("BY") for name in parts) and frequency != "WEEKLY" and "BYWEEKNO" not in parts and often(0.2):
        parts["BYSETPOS"] = signed(4, 2)
    if often(0.2):
        parts["WKST"] = chance.choice(DAYS)
    if often(0.2):
        parts["COUNT"] = chance.randint(1, 30)
    return ";".join(f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}" for name, value in parts.items())


def instant(local, zone):
    """The first instant of an ambiguous time, the first after the gap of a skipped one (gaps end at full minutes)."""
    exists = lambda time: time.replace(tzinfo=zone).astimezone(timezone.utc).astimezone(zone).replace(tzinfo=None) == time
    if not exists(local):
        local = local.replace(second=0)
        while not exists(local):
            local += timedelta(minutes=1)
    return local.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)


class Over(Exception):
    pass


def bounded(rebuild):
    """python-dateutil looks up to year 9999 for what never comes."""

    def checked(self, year, month):
        if year > LAST_YEAR:
            raise Over
        return rebuild(self, year, month)

    return checked


def random_vectors(wanted):
    chance = random.Random(5545)
    vectors = []
    while len(vectors) < wanted:
        text, zone = random_rule(chance), chance.choice(ZONES)
        start = datetime(2000, 1, 1) + timedelta(minutes=chance.randrange(14 * 366 * 24 * 60))
        if chance.random() < 0.4:
            start = start.replace(minute=chance.choice([0, 30]), hour=chance.choice([0, 1, 2, 3, 12]))
        times, more = [], False
        try:
            for local in rrule.rrulestr(text, dtstart=start):
                time = instant(local, ZoneInfo(zone)).strftime(LOCAL) + "Z"
                if not times or time > times[-1]:
                    times.append(time)
                if len(times) > 12:
                    more = True
                    break
        except Over:
            more = None  # not known
        except ValueError:
            continue  # python-dateutil knows at once that it never occurs
        if times:
            vectors.append(vector(text, start.strftime(LOCAL), times[:12], more, zone=zone))
    return vectors


def main(rfc, tests, instances):
    write("rfc5545", {"origin": "RFC 5545 section 3.8.5.3", "licence": "facts printed in an IETF Trust document"}, rfc5545(rfc))
    vectors, left_out = dateutil_tests(tests)
    about = {"origin": "python-dateutil tests/test_rrule.py, commit c981f9c7aa91b83cc9bd33a09ecee9e751b06e8d", "licence": "Apache-2.0 OR BSD-3-Clause", "leftOut": left_out}
    write("dateutil", about, vectors)
    vectors, left_out = libical(instances)
    about = {"origin": "libical src/test/icalrecur_test.txt, commit d31d57c49aa84480c59b01f32951dbdfbe7924c2", "licence": "LGPL-2.1-only OR MPL-2.0; facts alone are taken", "leftOut": left_out}
    write("libical", about, vectors)
    about = {"origin": f"random rules, seed 5545, expanded by python-dateutil {dateutil.__version__}", "licence": "made by this project"}
    rrule._iterinfo.rebuild = bounded(rrule._iterinfo.rebuild)
    write("random", about, random_vectors(500))


main(*sys.argv[1:])
