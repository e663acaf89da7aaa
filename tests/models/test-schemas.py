#!/usr/bin/env python3
"""test-schemas.py SCHEMAS FOLDER...: validates what the FMUs and SSPs in the folders describe.

SCHEMAS has the folders fmi2, fmi3 and ssp1 with the schemas of these standards, which are
not part of Lockstep; without them, or without xmllint, the test is skipped. FMUs of FMI 1.0
are validated where there is a folder fmi1, too.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile

SKIPPED = 77
KINDS = {
    '.fmu': 'modelDescription.xml',
    '.ssp': 'SystemStructure.ssd',
}
FMI1 = 'fmi1/fmiModelDescription.xsd'
FMI2 = 'fmi2/fmi2ModelDescription.xsd'
FMI3 = 'fmi3/fmi3ModelDescription.xsd'
SSP = 'ssp1/SystemStructureDescription.xsd'


def schema_of(member, text):
    if member == 'SystemStructure.ssd':
        return SSP
    version = re.search(rb'fmiVersion="([123])', text)
    return {b'1': FMI1, b'3': FMI3}.get(version and version[1], FMI2)


def validate(archive, member, schemas):
    with zipfile.ZipFile(archive) as stream:
        text = stream.read(member)
    schema = os.path.join(schemas, schema_of(member, text))
    if not os.path.exists(schema):
        return True
    result = subprocess.run(['xmllint', '--nonet', '--noout', '--schema', schema, '-'], input=text,
                            capture_output=True, check=False)
    if result.returncode != 0:
        print(f'{archive}: {result.stderr.decode()}')
    return result.returncode == 0


def main():
    schemas, *folders = sys.argv[1:]
    schemas = os.environ.get('LOCKSTEP_SCHEMAS', schemas)
    if not shutil.which('xmllint'):
        print('skipped: no xmllint')
        return SKIPPED
    if not all(os.path.exists(os.path.join(schemas, schema)) for schema in (FMI2, FMI3, SSP)):
        print(f'skipped: no schemas in {schemas}; LOCKSTEP_SCHEMAS names their folder')
        return SKIPPED

    good = []
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            member = KINDS.get(os.path.splitext(name)[1])
            if member:
                good.append(validate(os.path.join(folder, name), member, schemas))
    print(f'{sum(good)} of {len(good)} are valid')
    return 0 if good and all(good) else 1


if __name__ == '__main__':
    sys.exit(main())
