#!/usr/bin/env python3
"""Writes the system structure of a chain of equal bodies between two walls.

chain.py OUTPUT BODIES COLUMNS STOP_TIME

The bodies lie in rows of COLUMNS, each row from left to right. The first one
starts 1 m off its place. What is outside of the chain is an input that nothing
feeds: a wall at 0.
"""

import sys

WIDTH, HEIGHT = 120, 80
ACROSS, DOWN = 220, 160

HEAD = '''<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="chain_{n}"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
    description="{n} equal bodies in a row between two walls">
  <ssd:System name="chain_{n}">
    <ssd:Elements>
'''

COMPONENT = '''      <ssd:Component name="{name}" type="application/x-fmu-sharedlibrary"
          source="resources/chain-body.fmu" implementation="any">
        <ssd:Connectors>
          <ssd:Connector name="x_left" kind="input">
            <ssc:Real unit="m"/>
            <ssd:ConnectorGeometry x="0" y="0.666667"/>
          </ssd:Connector>
          <ssd:Connector name="x_right" kind="input">
            <ssc:Real unit="m"/>
            <ssd:ConnectorGeometry x="0" y="0.333333"/>
          </ssd:Connector>
          <ssd:Connector name="x" kind="output">
            <ssc:Real unit="m"/>
            <ssd:ConnectorGeometry x="1" y="0.5"/>
          </ssd:Connector>
        </ssd:Connectors>
        <ssd:ElementGeometry x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>
{parameters}      </ssd:Component>
'''

START = '''        <ssd:ParameterBindings>
          <ssd:ParameterBinding>
            <ssd:ParameterValues>
              <ssv:ParameterSet version="1.0" name="start">
                <ssv:Parameters>
                  <ssv:Parameter name="x"><ssv:Real value="1" unit="m"/></ssv:Parameter>
                </ssv:Parameters>
              </ssv:ParameterSet>
            </ssd:ParameterValues>
          </ssd:ParameterBinding>
        </ssd:ParameterBindings>
'''

CONNECTION = '''      <ssd:Connection startElement="{a}" startConnector="x" endElement="{b}"
          endConnector="{input}"/>
'''

TAIL = '''    </ssd:Connections>
    <ssd:Annotations>
      <ssc:Annotation type="org.lockstep">
        <experiment xmlns="urn:x-lockstep:annotation" step-size="0.01">
          <method id="ni-jacobi"/>
          <method id="missiles"/>
{signals}        </experiment>
      </ssc:Annotation>
    </ssd:Annotations>
  </ssd:System>
  <ssd:Units>
    <ssc:Unit name="m"><ssc:BaseUnit m="1"/></ssc:Unit>
  </ssd:Units>
  <ssd:DefaultExperiment startTime="0" stopTime="{stop_time}"/>
</ssd:SystemStructureDescription>
'''


def structure(n, columns, stop_time):
    names = [f'body_{i:0{len(str(n))}}' for i in range(1, n + 1)]
    yield HEAD.format(n=n)
    for i, name in enumerate(names):
        x1, y1 = 120 + i % columns * ACROSS, 120 + i // columns * DOWN
        yield COMPONENT.format(name=name, x1=x1, y1=y1, x2=x1 + WIDTH, y2=y1 + HEIGHT,
                               parameters=START if i == 0 else '')
    yield '    </ssd:Elements>\n    <ssd:Connections>\n'
    for a, b in zip(names, names[1:]):
        yield CONNECTION.format(a=a, b=b, input='x_left')
        yield CONNECTION.format(a=b, b=a, input='x_right')
    shown = [names[0], names[1], names[min(n, 10) - 1]]
    rows = (n + columns - 1) // columns
    yield TAIL.format(stop_time=stop_time,
                      signals=''.join(f'          <signal name="{name}.x"/>\n' for name in shown))


def main():
    output, n, columns, stop_time = sys.argv[1:]
    with open(output, 'w', encoding='utf-8') as stream:
        stream.writelines(structure(int(n), int(columns), stop_time))


if __name__ == '__main__':
    main()
