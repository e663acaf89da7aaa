#!/usr/bin/env python3
"""Writes the system structure of a network of equal or similar parts.

network.py OUTPUT NAME

NAME: resistor-bridge, singular-bridge, constant-power, transitions, spiral, stiff-cross, resistor-ladder-N (N nodes)
pressure-network-N (N pipes and junctions, N even) or building-N (N zones). Inputs that nothing feeds
are where resistors and pipes end.
"""

import sys

WIDTH, HEIGHT = 120, 80
ACROSS, DOWN, COLUMNS = 220, 160, 10

# Inputs, outputs with their units.
PORTS = {
    'resistor-node': ([('v_1', 'V'), ('v_2', 'V')], [('v', 'V')]),
    'capacitor': ([('v', 'V')], [('v_c', 'V')]),
    'battery': ([('i', 'A')], [('U', 'V'), ('u', 'V')]),
    'power-load': ([('u', 'V')], [('i', 'A')]),
    'tank': ([('q', 'm3/s')], [('p', 'Pa')]),
    'pipe': ([('p_in', 'Pa'), ('p_out', 'Pa')], [('q', 'm3/s')]),
    'zone': ([('T_left', 'K'), ('T_right', 'K'), ('T_out', 'K')], [('T_air', 'K')]),
    'linear': ([('u', '1')], [('x', '1')]),
    'sine': ([], [('y', None)]),
    'junction': ([('q_in', 'm3/s'), ('q_out', 'm3/s')], [('p', 'Pa')]),
}

UNITS = {
    'V': 'kg="1" m="2" s="-3" A="-1"',
    'A': 'A="1"',
    'Pa': 'kg="1" m="-1" s="-2"',
    'm3/s': 'm="3" s="-1"',
    'K': 'K="1"',
    '1': '',
}

HEAD = '''<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="{name}"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
    description="{description}">
  <ssd:System name="{name}">
    <ssd:Elements>
'''

COMPONENT = '''      <ssd:Component name="{name}" type="application/x-fmu-sharedlibrary"
          source="resources/{fmu}.fmu" implementation="any">
        <ssd:Connectors>
{connectors}        </ssd:Connectors>
        <ssd:ElementGeometry x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>
{parameters}      </ssd:Component>
'''

CONNECTOR = '''          <ssd:Connector name="{name}" kind="{kind}">
            <ssc:Real{unit}/>
            <ssd:ConnectorGeometry x="{x}" y="{y:.6g}"/>
          </ssd:Connector>
'''

PARAMETERS = '''        <ssd:ParameterBindings>
          <ssd:ParameterBinding>
            <ssd:ParameterValues>
              <ssv:ParameterSet version="1.0" name="start">
                <ssv:Parameters>
{values}                </ssv:Parameters>
              </ssv:ParameterSet>
            </ssd:ParameterValues>
          </ssd:ParameterBinding>
        </ssd:ParameterBindings>
'''

VALUE = '''                  <ssv:Parameter name="{name}"><ssv:Real value="{value}"/></ssv:Parameter>
'''

CONNECTION = '''      <ssd:Connection startElement="{a}" startConnector="{output}" endElement="{b}"
          endConnector="{input}"/>
'''

TAIL = '''    </ssd:Connections>
    <ssd:Annotations>
      <ssc:Annotation type="org.lockstep">
        <experiment xmlns="urn:x-lockstep:annotation" step-size="{step_size}">
{methods}{signals}        </experiment>
      </ssc:Annotation>
    </ssd:Annotations>
  </ssd:System>
  <ssd:Units>
{units}  </ssd:Units>
  <ssd:DefaultExperiment startTime="0" stopTime="{stop_time}"/>
</ssd:SystemStructureDescription>
'''


class Network:
    def __init__(self, description, stop_time, step_size, signals, methods=('missiles',)):
        self.description, self.stop_time, self.step_size = description, stop_time, step_size
        self.signals, self.methods = signals, methods
        self.components, self.connections = [], []

    def add(self, name, fmu, **values):
        self.components.append((name, fmu, values))

    def connect(self, a, output, b, port):
        self.connections.append((a, output, b, port))


def resistor_bridge():
    net = Network('A bridge of resistors that charges a capacitor', 10, 0.1,
                  ['left.v', 'right.v', 'store.v_c'])
    net.add('left', 'resistor-node', U_supply=10, G_supply=1, G_ground=0.5, G_1=0.25)
    net.add('right', 'resistor-node', U_supply=10, G_supply=0.4, G_ground=0.8, G_1=0.25, G_2=0.5)
    net.add('store', 'capacitor', R=2, C=1)
    net.connect('left', 'v', 'right', 'v_1')
    net.connect('right', 'v', 'left', 'v_1')
    net.connect('store', 'v_c', 'right', 'v_2')
    net.connect('right', 'v', 'store', 'v')
    return net


def singular_bridge():
    net = Network('A bridge of resistors without a ground: no voltage is determined', 1, 0.1,
                  ['north.v'])
    names = ['north', 'east', 'south', 'west']
    for name in names:
        current = {'north': {'i': 1}, 'south': {'i': -1}}.get(name, {})
        net.add(name, 'resistor-node', G_1=1, G_2=1, G_ground=0, **current)
    for a, b in zip(names, names[1:] + names[:1]):
        net.connect(a, 'v', b, 'v_1')
        net.connect(b, 'v', a, 'v_2')
    return net


def constant_power():
    net = Network('A battery and a load of constant power: two solutions', 10, 0.1,
                  ['battery.u', 'battery.U'])
    net.add('battery', 'battery')
    net.add('load', 'power-load')
    net.connect('battery', 'u', 'load', 'u')
    net.connect('load', 'i', 'battery', 'i')
    return net


def resistor_ladder(n):
    names = [f'node_{k:0{len(str(n))}}' for k in range(1, n + 1)]
    net = Network(f'A ladder of {n} nodes', 1, 0.1, [f'{names[0]}.v', f'{names[-1]}.v'])
    for k, name in enumerate(names):
        ends = {'G_1': 1} if k > 0 else {'U_supply': 10, 'G_supply': 1}
        net.add(name, 'resistor-node', G_2=0 if k == n - 1 else 1, G_ground=0.01, **ends)
    for a, b in zip(names, names[1:]):
        net.connect(a, 'v', b, 'v_1')
        net.connect(b, 'v', a, 'v_2')
    return net


def pressure_network(size):
    n = size // 2
    digits = len(str(n))
    pipes = [f'pipe_{k:0{digits}}' for k in range(1, n + 1)]
    junctions = [f'junction_{k:0{digits}}' for k in range(1, n + 1)]
    net = Network(f'A tank that empties through {n} pipes in a row, each followed by a leak', 10,
                  0.1, ['tank.p', f'{pipes[0]}.q', f'{junctions[-1]}.p'])
    net.add('tank', 'tank')
    for k, (pipe, junction) in enumerate(zip(pipes, junctions)):
        net.add(pipe, 'pipe')
        net.add(junction, 'junction')
        net.connect(*(('tank', 'p') if k == 0 else (junctions[k - 1], 'p')), pipe, 'p_in')
        net.connect(junction, 'p', pipe, 'p_out')
        net.connect(pipe, 'q', junction, 'q_in')
        net.connect(pipe, 'q', *(('tank', 'q') if k == 0 else (junctions[k - 1], 'q_out')))
    return net


def linear(description, stop_time, step_size, methods, equations):
    '''Each x' = a x + b (another x) + c.'''
    net = Network(description, stop_time, step_size, [f'{name}.x' for name in equations], methods)
    for name, (start, a, b, other, c) in equations.items():
        net.add(name, 'linear', x=start, a=a, b=b, c=c)
    for name, (_, _, b, other, _) in equations.items():
        if b != 0:
            net.connect(other, 'x', name, 'u')
    return net


def transitions():
    return linear('Three states of which each drives the next', 3, 0.05, ('qss1', 'qss2'),
                  {'x1': (10, -1, 0, None, 0), 'x2': (10, 0, -2, 'x1', 0),
                   'x3': (10, -2, -4, 'x2', 0)})


def spiral():
    return linear('Two states that wind into their equilibrium', 10, 0.05, ('qss2', 'liqss2'),
                  {'x1': (-4, -1, -1, 'x2', 0.2), 'x2': (4, -1, 1, 'x1', 1.2)})


def stiff_cross():
    return linear('Two states whose stiffness lies between them', 10, 0.05, ('qss2', 'liqss2'),
                  {'x1': (-1, -20, -80, 'x2', 1600), 'x2': (-2, -0.01, 1.24, 'x1', 0.2)})


def building(n):
    names = [f'zone_{k:0{len(str(n))}}' for k in range(1, n + 1)]
    net = Network(f'A building of {n} zones in a row with thermostats', 21600, 60,
                  [f'{names[0]}.T_air', f'{names[-1]}.T_air'], ('liqss2', 'liqss3'))
    net.add('weather', 'sine', amplitude=5, frequency=1 / 86400, offset=275)
    for k, name in enumerate(names):
        ends = ({'G_left': 0} if k == 0 else {}) | ({'G_right': 0} if k == n - 1 else {})
        net.add(name, 'zone', T_air=round(291 + 0.37 * k, 2), T_radiator=round(291 + 0.37 * k, 2),
                P=2500 + 130 * k, **ends)
        net.connect('weather', 'y', name, 'T_out')
    for a, b in zip(names, names[1:]):
        net.connect(a, 'T_air', b, 'T_left')
        net.connect(b, 'T_air', a, 'T_right')
    return net


def connectors(fmu):
    inputs, outputs = PORTS[fmu]
    for kind, x, ports in (('input', 0, inputs), ('output', 1, outputs)):
        for i, (name, unit) in enumerate(ports):
            yield CONNECTOR.format(name=name, kind=kind, x=x, unit=f' unit="{unit}"' if unit else '',
                                   y=1 - (i + 1) / (len(ports) + 1))


def structure(name, net):
    yield HEAD.format(name=name.replace('-', '_'), description=net.description)
    for i, (component, fmu, values) in enumerate(net.components):
        x1, y1 = 120 + i % COLUMNS * ACROSS, 120 + i // COLUMNS * DOWN
        text = ''.join(VALUE.format(name=key, value=value) for key, value in values.items())
        yield COMPONENT.format(name=component, fmu=fmu, connectors=''.join(connectors(fmu)),
                               x1=x1, y1=y1, x2=x1 + WIDTH, y2=y1 + HEIGHT,
                               parameters=PARAMETERS.format(values=text) if values else '')
    yield '    </ssd:Elements>\n    <ssd:Connections>\n'
    for a, output, b, port in net.connections:
        yield CONNECTION.format(a=a, output=output, b=b, input=port)
    used = {unit for _, fmu, _ in net.components for ports in PORTS[fmu] for _, unit in ports}
    yield TAIL.format(units=''.join(f'    <ssc:Unit name="{unit}"><ssc:BaseUnit {base}/></ssc:Unit>\n'
                                    for unit, base in UNITS.items() if unit in used),
                      methods=''.join(f'          <method id="{method}"/>\n'
                                      for method in net.methods),
                      stop_time=net.stop_time, step_size=net.step_size,
                      signals=''.join(f'          <signal name="{signal}"/>\n'
                                      for signal in net.signals))


def make(name):
    kind, _, size = name.rpartition('-')
    sized = {'resistor-ladder': resistor_ladder, 'pressure-network': pressure_network,
             'building': building}
    fixed = {'resistor-bridge': resistor_bridge, 'singular-bridge': singular_bridge,
             'constant-power': constant_power, 'transitions': transitions, 'spiral': spiral,
             'stiff-cross': stiff_cross}
    return fixed[name]() if name in fixed else sized[kind](int(size))


def main():
    output, name = sys.argv[1:]
    with open(output, 'w', encoding='utf-8') as stream:
        stream.writelines(structure(name, make(name)))


if __name__ == '__main__':
    main()
