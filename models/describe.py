#!/usr/bin/env python3
"""Writes the modelDescription.xml of FMI 3.0 for one of FMI 2.0.

describe.py INPUT OUTPUT

The value references are those that runtime/fmi3-values.c expects: an offset for each type.
Variables of one value reference become a variable and its aliases.
"""

import sys
import xml.etree.ElementTree as ET

OFFSETS = {'Real': 0, 'Integer': 1, 'Enumeration': 1, 'Boolean': 2, 'String': 3}
NAMES = {'Real': 'Float64', 'Integer': 'Int32'}
FLAGS = {
    'canGetAndSetFMUstate': 'canGetAndSetFMUState',
    'canSerializeFMUstate': 'canSerializeFMUState',
    'providesDirectionalDerivative': 'providesDirectionalDerivatives',
}
SAME = ['modelIdentifier', 'needsExecutionTool', 'canBeInstantiatedOnlyOncePerProcess']
STEPS = ['canHandleVariableCommunicationStepSize', 'maxOutputDerivativeOrder']


def copy(source, target, names):
    for name in names:
        if name in source.attrib:
            target.set(names[name] if isinstance(names, dict) else name, source.get(name))


def interface(source, root, name):
    if source is None:
        return
    target = ET.SubElement(root, name)
    copy(source, target, SAME)
    copy(source, target, FLAGS)
    if 'providesDirectionalDerivatives' in target.attrib:
        target.set('providesAdjointDerivatives', target.get('providesDirectionalDerivatives'))
    if name == 'ModelExchange':
        skips = source.get('completedIntegratorStepNotNeeded', 'false')
        target.set('needsCompletedIntegratorStep', 'false' if skips in ('true', '1') else 'true')
        return
    copy(source, target, STEPS)
    target.set('providesIntermediateUpdate', source.get('canInterpolateInputs', 'false'))
    target.set('mightReturnEarlyFromDoStep', 'true')
    target.set('hasEventMode', 'true')


def types(source, root):
    if source is None:
        return
    target = ET.SubElement(root, 'TypeDefinitions')
    for simple in source:
        inner = next(e for e in simple if e.tag in OFFSETS)
        made = ET.SubElement(target, NAMES.get(inner.tag, inner.tag) + 'Type', simple.attrib)
        made.attrib.update(inner.attrib)
        made.extend(inner)


class Variables:
    """The variables of FMI 2.0 and the elements made from them."""

    def __init__(self, source):
        self.source = list(source)
        self.kinds = [next(e for e in v if e.tag in OFFSETS) for v in self.source]
        self.chosen = {}
        for i in range(len(self.source)):
            self.chosen.setdefault(self.reference(i), i)
        # Of several variables the one that is not local stands for the others.
        for i, variable in enumerate(self.source):
            if variable.get('causality', 'local') != 'local' and self.of(
                self.chosen[self.reference(i)]
            ).get('causality', 'local') == 'local':
                self.chosen[self.reference(i)] = i

    def of(self, index):
        return self.source[index]

    def reference(self, index):
        return int(self.of(index).get('valueReference')) + OFFSETS[self.kinds[index].tag] * 0x1000000

    def write(self, root, interpolates):
        target = ET.SubElement(root, 'ModelVariables')
        for i, variable in enumerate(self.source):
            if self.chosen[self.reference(i)] == i:
                self.write_one(target, i, variable, interpolates)

    def write_one(self, target, i, variable, interpolates):
        kind = self.kinds[i]
        made = ET.SubElement(target, NAMES.get(kind.tag, kind.tag), variable.attrib)
        made.set('valueReference', str(self.reference(i)))
        made.attrib.pop('canHandleMultipleSetPerTimeInstant', None)
        for name, value in kind.attrib.items():
            if name == 'derivative':
                made.set(name, str(self.reference(int(value) - 1)))
            elif name == 'start' and kind.tag == 'String':
                ET.SubElement(made, 'Start', {'value': value})
            else:
                made.set(name, value)
        if interpolates and kind.tag == 'Real' and variable.get('causality') == 'input' \
                and variable.get('variability', 'continuous') == 'continuous':
            made.set('intermediateUpdate', 'true')
        if variable.get('causality') == 'input':
            made.attrib.pop('initial', None)
        for k, other in enumerate(self.source):
            if k != i and self.reference(k) == self.reference(i):
                alias = ET.SubElement(made, 'Alias', {'name': other.get('name')})
                copy(other, alias, ['description'])


def structure(source, root, variables, n_indicators):
    target = ET.SubElement(root, 'ModelStructure')
    for old, new in (
        ('Outputs', 'Output'),
        ('Derivatives', 'ContinuousStateDerivative'),
        ('InitialUnknowns', 'InitialUnknown'),
    ):
        seen = set()
        for unknown in source.find(old) if source.find(old) is not None else []:
            reference = variables.reference(int(unknown.get('index')) - 1)
            if reference in seen:
                continue
            seen.add(reference)
            made = ET.SubElement(target, new, {'valueReference': str(reference)})
            if 'dependencies' in unknown.attrib:
                made.set('dependencies', ' '.join(
                    str(variables.reference(int(word) - 1))
                    for word in unknown.get('dependencies').split()))
                copy(unknown, made, ['dependenciesKind'])
    # Indicators are functions, not variables: their references belong to local variables.
    for i in range(n_indicators):
        ET.SubElement(target, 'EventIndicator', {'valueReference': str(0x4000000 + i)})


def indicators(root, n):
    for i in range(n):
        ET.SubElement(root.find('ModelVariables'), 'Float64', {
            'name': f'indicator[{i + 1}]', 'valueReference': str(0x4000000 + i),
            'causality': 'local', 'variability': 'continuous', 'initial': 'calculated'})


def describe(old):
    root = ET.Element('fmiModelDescription', {'fmiVersion': '3.0'})
    copy(old, root, ['modelName', 'description', 'author', 'version', 'copyright', 'license',
                     'variableNamingConvention'])
    root.set('instantiationToken', old.get('guid'))
    interface(old.find('ModelExchange'), root, 'ModelExchange')
    interface(old.find('CoSimulation'), root, 'CoSimulation')
    if old.find('UnitDefinitions') is not None:
        root.append(old.find('UnitDefinitions'))
    types(old.find('TypeDefinitions'), root)
    for name in ('LogCategories', 'DefaultExperiment'):
        if old.find(name) is not None:
            root.append(old.find(name))
    variables = Variables(old.find('ModelVariables'))
    steps = old.find('CoSimulation')
    variables.write(root, steps is not None and steps.get('canInterpolateInputs') == 'true')
    n = int(old.get('numberOfEventIndicators', '0'))
    indicators(root, n)
    structure(old.find('ModelStructure'), root, variables, n)
    # Every float variable needs the time.
    if not any(e.get('causality') == 'independent' for e in root.find('ModelVariables')):
        ET.SubElement(root.find('ModelVariables'), 'Float64', {
            'name': 'time', 'valueReference': str(0x5000000), 'causality': 'independent',
            'variability': 'continuous'})
    return root


def main():
    source, target = sys.argv[1:]
    tree = ET.ElementTree(describe(ET.parse(source).getroot()))
    ET.indent(tree)
    tree.write(target, encoding='UTF-8', xml_declaration=True)


if __name__ == '__main__':
    main()
