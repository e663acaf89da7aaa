#!/usr/bin/env python3
"""Writes the modelDescription.xml of FMI 1.0 for one of FMI 2.0.

describe1.py INPUT OUTPUT co-simulation|model-exchange

Value references stay; of several variables with the same one, all but the first become aliases.
"""

import sys
import xml.etree.ElementTree as ET

from describe import OFFSETS, copy

CAUSALITIES = {'input': 'input', 'output': 'output'}
FLAGS = {
    'canHandleVariableCommunicationStepSize': 'canHandleVariableCommunicationStepSize',
    'canInterpolateInputs': 'canInterpolateInputs',
    'maxOutputDerivativeOrder': 'maxOutputDerivativeOrder',
    'canBeInstantiatedOnlyOncePerProcess': 'canBeInstantiatedOnlyOncePerProcess',
}
REAL = ['declaredType', 'quantity', 'unit', 'displayUnit', 'relativeQuantity', 'min', 'max', 'nominal', 'start']


def units(source, root):
    if source is None:
        return
    target = ET.SubElement(root, 'UnitDefinitions')
    for unit in source:
        made = ET.SubElement(target, 'BaseUnit', {'unit': unit.get('name')})
        for display in unit.findall('DisplayUnit'):
            shown = ET.SubElement(made, 'DisplayUnitDefinition', {'displayUnit': display.get('name')})
            copy(display, shown, {'factor': 'gain', 'offset': 'offset'})


def types(source, root):
    if source is None:
        return
    target = ET.SubElement(root, 'TypeDefinitions')
    for simple in source:
        inner = next(e for e in simple if e.tag in OFFSETS)
        made = ET.SubElement(target, 'Type', simple.attrib)
        kind = ET.SubElement(made, inner.tag + 'Type')
        copy(inner, kind, REAL[1:])
        for item in inner:
            copy(item, ET.SubElement(kind, 'Item'), ['name', 'description'])


def variability(variable):
    if variable.get('causality') in ('parameter', 'calculatedParameter'):
        return 'parameter'
    given = variable.get('variability', 'continuous')
    return 'parameter' if given in ('fixed', 'tunable') else given


def dependencies(source, variables):
    """Inputs that each output depends on directly, by the index of the output; None: all."""
    found = {}
    for unknown in source.find('ModelStructure').find('Outputs') or []:
        if 'dependencies' in unknown.attrib:
            known = [variables[int(word) - 1] for word in unknown.get('dependencies').split()]
            found[int(unknown.get('index')) - 1] = [v for v in known if v.get('causality') == 'input']
    return found


def variables(source, root):
    target = ET.SubElement(root, 'ModelVariables')
    listed = list(source.find('ModelVariables'))
    known = dependencies(source, listed)
    seen = set()
    for i, variable in enumerate(listed):
        if variable.get('causality') == 'independent':
            continue
        kind = next(e for e in variable if e.tag in OFFSETS)
        made = ET.SubElement(target, 'ScalarVariable')
        copy(variable, made, ['name', 'valueReference', 'description'])
        made.set('variability', variability(variable))
        made.set('causality', CAUSALITIES.get(variable.get('causality'), 'internal'))
        key = (OFFSETS[kind.tag], variable.get('valueReference'))
        if key in seen:
            made.set('alias', 'alias')
        seen.add(key)
        copy(kind, ET.SubElement(made, kind.tag), REAL)
        if i in known and made.get('causality') == 'output':
            listing = ET.SubElement(made, 'DirectDependency')
            for name in known[i]:
                ET.SubElement(listing, 'Name').text = name.get('name')


def describe(old, steps):
    interface = old.find('CoSimulation' if steps else 'ModelExchange')
    root = ET.Element('fmiModelDescription', {'fmiVersion': '1.0'})
    copy(old, root, ['modelName', 'guid', 'description', 'author', 'version', 'variableNamingConvention'])
    root.set('modelIdentifier', interface.get('modelIdentifier'))
    states = old.find('ModelStructure').find('Derivatives')
    root.set('numberOfContinuousStates', str(len(states) if states is not None else 0))
    root.set('numberOfEventIndicators', old.get('numberOfEventIndicators', '0'))
    units(old.find('UnitDefinitions'), root)
    types(old.find('TypeDefinitions'), root)
    if old.find('DefaultExperiment') is not None:
        copy(old.find('DefaultExperiment'), ET.SubElement(root, 'DefaultExperiment'),
             ['startTime', 'stopTime', 'tolerance'])
    variables(old, root)
    if steps:
        alone = ET.SubElement(ET.SubElement(root, 'Implementation'), 'CoSimulation_StandAlone')
        copy(interface, ET.SubElement(alone, 'Capabilities'), FLAGS)
    return root


def main():
    source, target, kind = sys.argv[1:]
    tree = ET.ElementTree(describe(ET.parse(source).getroot(), kind == 'co-simulation'))
    ET.indent(tree)
    tree.write(target, encoding='UTF-8', xml_declaration=True)


if __name__ == '__main__':
    main()
