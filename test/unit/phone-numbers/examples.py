"""Writes examples.tsv: the example numbers of every type of every region in Google's metadata, a region a line.

Run in this folder: pip install phonenumbers==9.0.43 && python3 examples.py
"""

import phonenumbers as google

TYPES = [name for name in dir(google.PhoneNumberType) if name.isupper() and name != "UNKNOWN"]


def e164(number):
    return google.format_number(number, google.PhoneNumberFormat.E164)


def examples(region):
    """The types of each number. One number can be the example of two types."""
    found = {}
    for name in TYPES:
        number = google.example_number_for_type(region, getattr(google.PhoneNumberType, name))
        if number:
            found.setdefault(e164(number), []).append(name)
    return found


def beyond_regions():
    """Such as international toll-free numbers."""
    for code in sorted(google.COUNTRY_CODES_FOR_NON_GEO_REGIONS):
        yield "NON_GEOGRAPHIC:" + e164(google.example_number_for_non_geo_entity(code))


with open("examples.tsv", "w", encoding="ascii") as file:
    for region in sorted(google.SUPPORTED_REGIONS):
        cells = ["|".join(types) + ":" + number for number, types in examples(region).items()]
        file.write("\t".join([region, *cells]) + "\n")
    file.write("\t".join(["001", *beyond_regions()]) + "\n")
