#!/usr/bin/env python3
"""Writes the variables of an FMU twice: modelDescription.xml, and a table for model.c.

fmu.py NAME DESCRIPTION TABLE

NAME: one of those below; inverter-chain-N and reacting-flow-N have N states.
"""

import sys
import uuid

UNITS = {
    '1': '', '1/s': ' s="-1"', 's': ' s="1"', 'K': ' K="1"', 'K/s': ' K="1" s="-1"',
    'V': ' kg="1" m="2" s="-3" A="-1"', 'V/s': ' kg="1" m="2" s="-4" A="-1"',
    'A': ' A="1"', 'A/s': ' A="1" s="-1"', 'Ohm': ' kg="1" m="2" s="-3" A="-2"',
    'F': ' kg="-1" m="-2" s="4" A="2"', 'H': ' kg="1" m="2" s="-2" A="-2"',
    'W': ' kg="1" m="2" s="-3"', 'W/K': ' kg="1" m="2" s="-3" K="-1"',
    'J/K': ' kg="1" m="2" s="-2" K="-1"',
}

HEAD = '''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{name}" guid="{guid}"
    description="{description}" version="1.0" author="The Lockstep developers"
    license="GPL-3.0-or-later" variableNamingConvention="structured"
    numberOfEventIndicators="{indicators}">
  <ModelExchange modelIdentifier="{identifier}" needsExecutionTool="false"
      completedIntegratorStepNotNeeded="true" canBeInstantiatedOnlyOncePerProcess="false"
      canNotUseMemoryManagementFunctions="false" canGetAndSetFMUstate="true"
      canSerializeFMUstate="true" providesDirectionalDerivative="true"/>
  <CoSimulation modelIdentifier="{identifier}" needsExecutionTool="false"
      canHandleVariableCommunicationStepSize="true" canInterpolateInputs="true"
      maxOutputDerivativeOrder="1" canRunAsynchronuously="false"
      canBeInstantiatedOnlyOncePerProcess="false" canNotUseMemoryManagementFunctions="false"
      canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"/>
  <UnitDefinitions>
{units}  </UnitDefinitions>
  <LogCategories>
    <Category name="logEvents" description="Events of the model"/>
    <Category name="logStatusWarning" description="What is unusual"/>
    <Category name="logStatusDiscard" description="Steps that have no result"/>
    <Category name="logStatusError" description="Calls that cannot be answered"/>
    <Category name="logStatusFatal" description="Failures after which the process is unsafe"/>
    <Category name="logStatusPending" description="Steps that go on in the background"/>
    <Category name="logAll" description="All of these"/>
  </LogCategories>
  <DefaultExperiment startTime="0" stopTime="{stop:g}" stepSize="{step:g}"/>
  <ModelVariables>
'''

VARIABLE = '''    <ScalarVariable name="{name}" valueReference="{reference}" causality="{causality}"
        variability="{variability}"{initial}
        description="{description}">
      <Real unit="{unit}"{more}/>
    </ScalarVariable>
'''

UNKNOWN = '      <Unknown index="{index}" dependencies="{dependencies}"/>\n'


class Variable:
    def __init__(self, name, role, unit, start, description, **more):
        self.name, self.role, self.unit, self.start = name, role, unit, start
        self.description = description
        self.nominal = more.get('nominal', 1)
        self.output = more.get('output', True)
        self.of = more.get('of')  # of a derivative: its state
        self.needs = more.get('needs', [])  # names that it depends on
        self.initial_needs = more.get('initial_needs', [])
        self.index = 0

    def attributes(self):
        causality, variability, initial = {
            'STATE': ('output' if self.output else 'local', 'continuous', 'exact'),
            'DERIVATIVE': ('local', 'continuous', 'calculated'),
            'INPUT': ('input', 'continuous', None),
            'DISCRETE': ('output' if self.output else 'local', 'discrete', 'exact'),
            'TUNABLE': ('parameter', 'tunable', 'exact'),
            'SOLVER_TOLERANCE': ('parameter', 'fixed', 'exact'),
        }[self.role]
        return {'causality': causality, 'variability': variability,
                'initial': f' initial="{initial}"' if initial else ''}


class Fmu:
    def __init__(self, name, description, stop, step, indicators=0):
        self.name, self.description = name, description
        self.stop, self.step, self.indicators = stop, step, indicators
        self.states, self.rates, self.others = [], [], []

    def state(self, name, unit, start, description, needs, **more):
        rate = {'1': '1/s', 'K': 'K/s', 'V': 'V/s', 'A': 'A/s'}[unit]
        self.states.append(Variable(name, 'STATE', unit, start, description, **more))
        self.rates.append(Variable(f'der({name})', 'DERIVATIVE', rate, 0, f'Change of {name}',
                                   of=name, needs=needs,
                                   initial_needs=more.get('initial_needs', [])))

    def add(self, role, name, unit, start, description, **more):
        self.others.append(Variable(name, role, unit, start, description, **more))

    def variables(self):
        self.others.append(Variable('solver_tolerance', 'SOLVER_TOLERANCE', '1', 1e-12,
                                    'Relative tolerance of the solver inside a step '
                                    '(Co-Simulation)'))
        counts = {}
        for variable in (every := self.states + self.rates + self.others):
            variable.index = counts.setdefault(variable.role, 0)
            counts[variable.role] += 1
        return every


def inverter_chain(n):
    fmu = Fmu(f'inverter-chain-{n}', f'A chain of {n - 1} inverters behind an input that goes up '
              'and down: stiff', 130, 0.5)
    shown = {n, 2, 3} | {1 + k * (n - 1) // 10 for k in range(11)}
    for i in range(1, n + 1):
        needs = ['slope'] if i == 1 else [f'x[{i - 1}]', f'x[{i}]']
        start = 0 if i == 1 else 5 if i % 2 == 0 else 0.006247
        fmu.state(f'x[{i}]', 'V', start, 'The input' if i == 1 else f'Behind inverter {i - 1}',
                  needs[i == 1:], initial_needs=needs[:i == 1], output=i in shown)
    fmu.add('DISCRETE', 'slope', 'V/s', 0, 'Slope of the input')
    return fmu


def reacting_flow(n):
    fmu = Fmu(f'reacting-flow-{n}', f'Advection, diffusion and reaction in {n} cells: stiff', 1,
              0.01)
    shown = {1 + k * (n - 1) // 10 for k in range(11)}
    for i in range(1, n + 1):
        needs = [f'u[{k}]' for k in (i - 1, i, i + 1) if 1 <= k <= n]
        fmu.state(f'u[{i}]', '1', 1 if 5 * i <= n else 0, f'Part that has reacted in cell {i}',
                  needs, output=i in shown)
    return fmu


def zone(_):
    fmu = Fmu('zone', 'One zone of a building: radiator, air, wall, and a thermostat', 21600, 60, 1)
    fmu.state('T_air', 'K', 293, 'Temperature of the air',
              ['T_air', 'T_wall', 'T_radiator', 'T_left', 'T_right'], nominal=300,
              initial_needs=['C_air', 'G_wall', 'G_radiator', 'G_left', 'G_right'])
    fmu.state('T_wall', 'K', 290, 'Temperature of the outer wall', ['T_air', 'T_wall', 'T_out'],
              nominal=300, initial_needs=['C_wall', 'G_wall', 'G_out'])
    fmu.state('T_radiator', 'K', 293, 'Temperature of the radiator', ['T_air', 'T_radiator'],
              nominal=300, initial_needs=['C_radiator', 'G_radiator', 'P', 'on'])
    for name, text in (('T_left', 'the zone to the left'), ('T_right', 'the zone to the right'),
                       ('T_out', 'the air outside')):
        fmu.add('INPUT', name, 'K', 283 if name == 'T_out' else 293, f'Temperature of {text}',
                nominal=300)
    for name, unit, start, text in (
            ('C_air', 'J/K', 5e4, 'Heat capacity of the air'),
            ('C_wall', 'J/K', 2e7, 'Heat capacity of the wall'),
            ('C_radiator', 'J/K', 500, 'Heat capacity of the radiator'),
            ('G_wall', 'W/K', 200, 'Conductance between air and wall'),
            ('G_out', 'W/K', 30, 'Conductance between wall and outside'),
            ('G_radiator', 'W/K', 100, 'Conductance between radiator and air'),
            ('G_left', 'W/K', 50, 'Conductance to the zone to the left'),
            ('G_right', 'W/K', 50, 'Conductance to the zone to the right'),
            ('P', 'W', 3000, 'Power of the heating'),
            ('T_low', 'K', 293, 'Temperature below which it heats'),
            ('T_high', 'K', 295, 'Temperature above which it does not')):
        fmu.add('TUNABLE', name, unit, start, text, nominal=start)
    fmu.add('DISCRETE', 'on', '1', 0, '1 while it heats')
    fmu.add('DISCRETE', 'switches', '1', 0, 'Times that the heating was switched')
    fmu.add('DISCRETE', 't_switch', 's', 0, 'When it was switched last')
    return fmu


def waves(_):
    fmu = Fmu('waves', 'Three states that only time drives', 2, 0.01)
    fmu.state('ramp', '1', 0, 'Grows with the square of time', [])
    fmu.state('slow', '1', 0.01, 'A slow wave', [], nominal=0.01)
    fmu.state('fast', '1', 0, 'A fast wave', [], nominal=0.01)
    return fmu


def crossings(_):
    fmu = Fmu('crossings', 'Events at times in closed form: of states, with jumps, and of time', 10,
              0.05, 4)
    fmu.state('saw', '1', 1, 'Up and down between 1 and 2', [], initial_needs=['direction'])
    fmu.state('growth', '1', 1, 'Doubles, and begins anew', ['growth'])
    fmu.state('wave', '1', 0, 'sin (t)', [])
    fmu.state('limited', '1', 0, 'Grows to 1', [], initial_needs=['grows'])
    for name, start, text in (
            ('direction', 1, '1 while saw goes up, else -1'), ('grows', 1, '1 until limited is 1'),
            ('level', 0.5, 'That wave has to cross next'),
            ('turns', 0, 'Of saw'), ('doublings', 0, 'Of growth'), ('changes', 0, 'Of level'),
            ('ticks', 0, 'Whole seconds')):
        fmu.add('DISCRETE', name, '1', start, text)
    for name, text in (('t_turn', 'Last turn'), ('t_doubling', 'Last doubling'),
                       ('t_change', 'Last change of level'), ('t_stop', 'When limited was 1'),
                       ('t_tick', 'Last whole second')):
        fmu.add('DISCRETE', name, 's', 0, text)
    return fmu


def buck_converter(_):
    fmu = Fmu('buck-converter', 'A converter that steps a voltage down: two events a period, three '
              'where the current vanishes', 0.01, 1e-5, 1)
    fmu.state('i_L', 'A', 0, 'Current of the coil', ['i_L', 'u_C'],
              initial_needs=['U', 'L', 'R_on', 'R_off', 'switch', 'diode'])
    fmu.state('u_C', 'V', 0, 'Voltage of the capacitor', ['i_L', 'u_C'], nominal=10,
              initial_needs=['C', 'R'])
    for name, unit, start, text in (
            ('U', 'V', 24, 'Voltage of the source'), ('L', 'H', 1e-4, 'Inductance'),
            ('C', 'F', 1e-4, 'Capacitance'), ('R', 'Ohm', 10, 'Resistance of the load'),
            ('period', 's', 1e-4, 'Of the switch'), ('duty', '1', 0.5, 'Part that it is closed'),
            ('R_on', 'Ohm', 1e-5, 'Resistance of what conducts'),
            ('R_off', 'Ohm', 1e5, 'Resistance of what does not')):
        fmu.add('TUNABLE', name, unit, start, text, nominal=start)
    fmu.add('DISCRETE', 'switch', '1', 0, '1 while it is closed')
    fmu.add('DISCRETE', 'diode', '1', 0, '1 while it conducts')
    fmu.add('DISCRETE', 'edges', '1', -1, 'Times that the switch was moved')
    fmu.add('DISCRETE', 'blocks', '1', 0, 'Times that the current has vanished')
    fmu.add('DISCRETE', 't_block', 's', 0, 'When it vanished last')
    return fmu


def describe(fmu, every, guid):
    places = {variable.name: i + 1 for i, variable in enumerate(every)}
    yield HEAD.format(name=fmu.name, identifier=fmu.name.replace('-', '_'), guid=guid,
                      description=fmu.description, indicators=fmu.indicators, stop=fmu.stop,
                      step=fmu.step,
                      units=''.join(f'    <Unit name="{unit}"><BaseUnit{UNITS[unit]}/></Unit>\n'
                                    for unit in sorted({v.unit for v in every})))
    for reference, variable in enumerate(every, 1):
        more = f' nominal="{variable.nominal:g}"' if variable.nominal != 1 else ''
        if variable.role == 'SOLVER_TOLERANCE':
            more += ' min="1e-15" max="0.1"'
        more += (f' derivative="{places[variable.of]}"' if variable.of else
                 f' start="{variable.start:.17g}"')
        yield VARIABLE.format(name=variable.name, reference=reference, unit=variable.unit,
                              description=variable.description, more=more, **variable.attributes())
    yield '  </ModelVariables>\n  <ModelStructure>\n    <Outputs>\n'
    for variable in every:
        if variable.attributes()['causality'] == 'output':
            index = places[variable.name]
            yield UNKNOWN.format(index=index,
                                 dependencies=index if variable.role == 'STATE' else '')
    for kind in ('Derivatives', 'InitialUnknowns'):
        yield f'    {"</Outputs>" if kind == "Derivatives" else "</Derivatives>"}\n    <{kind}>\n'
        for variable in fmu.rates:
            needs = variable.needs + (variable.initial_needs if kind == 'InitialUnknowns' else [])
            yield UNKNOWN.format(index=places[variable.name],
                                 dependencies=' '.join(map(str, sorted(places[n] for n in needs))))
    yield '    </InitialUnknowns>\n  </ModelStructure>\n</fmiModelDescription>\n'


def tabulate(fmu, every, guid):
    yield f'#define MODEL_NAME "{fmu.name.replace("-", "_")}"\n#define MODEL_GUID "{guid}"\n'
    yield f'#define N_X {len(fmu.states)}\n\nstatic const FmuReal reals[] = {{\n'
    for reference, variable in enumerate(every, 1):
        yield (f'  {{ .reference = {reference}, .role = FMU_{variable.role}, '
               f'.index = {variable.index}, .start = {variable.start:.17g}, '
               f'.nominal = {variable.nominal:g} }},\n')
    yield '};\n'


def main():
    name, description, table = sys.argv[1:]
    kind, _, size = name.rpartition('-')
    sized = {'inverter-chain': inverter_chain, 'reacting-flow': reacting_flow}
    fixed = {'zone': zone, 'waves': waves, 'crossings': crossings, 'buck-converter': buck_converter}
    fmu = fixed[name](0) if name in fixed else sized[kind](int(size))
    guid = f'{{{uuid.uuid5(uuid.NAMESPACE_URL, "urn:lockstep:" + name)}}}'
    every = fmu.variables()
    for path, lines in ((description, describe), (table, tabulate)):
        with open(path, 'w', encoding='utf-8') as stream:
            stream.writelines(lines(fmu, every, guid))


if __name__ == '__main__':
    main()
