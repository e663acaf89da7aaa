/* Documents with everything that the standards know, all right. */
#pragma once

#define NAMESPACES                                                                                 \
  "xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"\n"                        \
  " xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"\n"                            \
  " xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\"\n"                   \
  " xmlns:ssm=\"http://ssp-standard.org/SSP1/SystemStructureParameterMapping\"\n"                  \
  " xmlns:ssb=\"http://ssp-standard.org/SSP1/SystemStructureSignalDictionary\"\n"
#define META                                                                                       \
  " author=\"A\" fileversion=\"1\" copyright=\"C\" license=\"L\" generationTool=\"T\""             \
  " generationDateAndTime=\"2026-01-31T12:00:00Z\""
#define UNITS(p)                                                                                   \
  "<" p ":Enumerations><ssc:Enumeration description=\"d\" name=\"Mode\">"                 \
  "<ssc:Item name=\"off\" value=\"0\"/><ssc:Item name=\"on\" value=\"1\"/>"                        \
  "</ssc:Enumeration></" p ":Enumerations>\n"                                                      \
  "<" p ":Units><ssc:Unit name=\"km/h\"><ssc:BaseUnit m=\"1\" s=\"-1\" factor=\"0.2777\""          \
  " offset=\"0\"/></ssc:Unit><ssc:Unit name=\"m\"><ssc:BaseUnit m=\"1\"/></ssc:Unit>"              \
  "</" p ":Units>\n"
#define ANNOTATIONS(p)                                                                             \
  "<" p ":Annotations><ssc:Annotation type=\"org.example\"><x xmlns=\"urn:x\" any=\"1\">text"      \
  "<y/></x></ssc:Annotation></" p ":Annotations>\n"
#define META_2                                                                                     \
  "<ssc:MetaData kind=\"general\" type=\"text/plain\" source=\"a.txt\" sourceBase=\"file\">"       \
  "<ssc:Content>text<a xmlns=\"urn:a\"/></ssc:Content>"                                            \
  "<ssc:Signature role=\"authenticity\" type=\"t\"/></ssc:MetaData>\n"                             \
  "<ssc:Signature role=\"suitability\" type=\"t\" sourceBase=\"metaData\"><ssc:Content/>"          \
  "</ssc:Signature>\n"

#define SET_1                                                                                      \
  "<ssv:ParameterSet version=\"1.0\" name=\"set\"" META ">\n"                                      \
  "<ssv:Parameters>\n"                                                                             \
  "<ssv:Parameter name=\"a\"><ssv:Real value=\"1.5\" unit=\"m\"/></ssv:Parameter>\n"               \
  "<ssv:Parameter name=\"b\"><ssv:Integer value=\"-3\"/></ssv:Parameter>\n"                        \
  "<ssv:Parameter name=\"c\"><ssv:Boolean value=\"true\"/></ssv:Parameter>\n"                      \
  "<ssv:Parameter name=\"d\"><ssv:String value=\"text\"/></ssv:Parameter>\n"                       \
  "<ssv:Parameter name=\"e\"><ssv:Enumeration value=\"on\" name=\"Mode\"/></ssv:Parameter>\n"      \
  "<ssv:Parameter name=\"f\"><ssv:Binary mime-type=\"x/y\" value=\"00ff\"/>" ANNOTATIONS ("ssv")   \
      "</ssv:Parameter>\n"                                                                         \
      "</ssv:Parameters>\n" UNITS ("ssv") ANNOTATIONS ("ssv") "</ssv:ParameterSet>\n"
#define MAPPING(v, meta)                                                                           \
  "<ssm:ParameterMapping version=\"" v "\"" META ">\n"                                             \
  "<ssm:MappingEntry source=\"a\" target=\"x\" suppressUnitConversion=\"true\">"                   \
  "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>" ANNOTATIONS ("ssm")                      \
      "</ssm:MappingEntry>\n"                                                                      \
      "<ssm:MappingEntry source=\"c\" target=\"y\"><ssc:BooleanMappingTransformation>"             \
      "<ssc:MapEntry source=\"true\" target=\"0\"/></ssc:BooleanMappingTransformation>"            \
      "</ssm:MappingEntry>\n"                                                                      \
      "<ssm:MappingEntry source=\"b\" target=\"z\"><ssc:IntegerMappingTransformation>"             \
      "<ssc:MapEntry source=\"1\" target=\"2\"/></ssc:IntegerMappingTransformation>"               \
      "</ssm:MappingEntry>\n"                                                                      \
      "<ssm:MappingEntry source=\"e\" target=\"w\"><ssc:EnumerationMappingTransformation>"         \
      "<ssc:MapEntry source=\"on\" target=\"off\"/></ssc:EnumerationMappingTransformation>"        \
      "</ssm:MappingEntry>\n" meta ANNOTATIONS ("ssm") "</ssm:ParameterMapping>\n"
#define DICTIONARY(v, meta, dimension)                                                             \
  "<ssb:SignalDictionary version=\"" v "\"" META ">\n"                                             \
  "<ssb:DictionaryEntry name=\"speed\"><ssc:Real unit=\"km/h\"/>" dimension                        \
  "</ssb:DictionaryEntry>\n"                                                                       \
  "<ssb:DictionaryEntry name=\"mode\"><ssc:Enumeration name=\"Mode\"/>" ANNOTATIONS ("ssb")        \
      "</ssb:DictionaryEntry>\n"                                                                   \
      "<ssb:DictionaryEntry name=\"blob\"><ssc:Binary mime-type=\"a/b\"/></ssb:DictionaryEntry>\n" \
      UNITS ("ssb") meta ANNOTATIONS ("ssb") "</ssb:SignalDictionary>\n"

/* @extra: what only SSP 2.0 has */
#define DOCUMENT(v, set, mapping, dictionary, meta, connectors, indices, geometry, component)      \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                   \
  "<!-- <a> -->\n"                                                                                 \
  "<ssd:SystemStructureDescription " NAMESPACES                                                    \
  " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"a b\"\n"          \
  " version=\"" v "\" name=\"all\" id=\"top\" description=\"d\"" META ">\n"                        \
  "<ssd:System name=\"system\" id=\"system\">\n"                                                   \
  "<ssd:Connectors>\n"                                                                             \
  "<ssd:Connector name=\"u\" kind=\"input\"><ssc:Real unit=\"m\"/>" geometry "</ssd:Connector>\n"  \
  "<ssd:Connector name=\"p\" kind=\"parameter\"><ssc:Integer/></ssd:Connector>\n"                  \
  "<ssd:Connector name=\"y\" kind=\"output\"><ssc:Boolean/>" ANNOTATIONS ("ssd")                   \
      "</ssd:Connector>\n"                                                                         \
      "<ssd:Connector name=\"s\" kind=\"inout\"><ssc:String/></ssd:Connector>\n"                   \
      "<ssd:Connector name=\"n\" kind=\"calculatedParameter\"/>\n" connectors "</ssd:Connectors>\n"\
      "<ssd:ElementGeometry x1=\"0\" y1=\"0\" x2=\"1e2\" y2=\"INF\" rotation=\"90\""               \
      " iconSource=\"icon.png\" iconRotation=\"0\" iconFlip=\"true\""                              \
      " iconFixedAspectRatio=\"0\"/>\n"                                                            \
      "<ssd:ParameterBindings>\n"                                                                  \
      "<ssd:ParameterBinding type=\"application/x-ssp-parameter-set\" prefix=\"x.\">\n"            \
      "<ssd:ParameterValues>\n" set "</ssd:ParameterValues>\n"                                     \
      "<ssd:ParameterMapping>" mapping "</ssd:ParameterMapping>\n" meta ANNOTATIONS ("ssd")        \
      "</ssd:ParameterBinding>\n"                                                                  \
      "<ssd:ParameterBinding source=\"a.ssv\" sourceBase=\"SSD\"><ssd:ParameterMapping"            \
      " source=\"a.ssm\" sourceBase=\"component\" type=\"t\"/></ssd:ParameterBinding>\n"           \
      "</ssd:ParameterBindings>\n" meta                                                            \
      "<ssd:Elements>\n"                                                                           \
      "<ssd:Component name=\"one\" source=\"resources/one.fmu\" type=\"t\""                        \
      " implementation=\"CoSimulation\">" ANNOTATIONS ("ssd") "</ssd:Component>\n" component       \
      "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"signals\"/>\n"                     \
      "<ssd:System name=\"inner\"><ssd:Elements><ssd:Component name=\"two\" source=\"two.fmu\"/>"  \
      "</ssd:Elements></ssd:System>\n"                                                             \
      "</ssd:Elements>\n"                                                                          \
      "<ssd:Connections>\n"                                                                        \
      "<ssd:Connection startElement=\"one\" startConnector=\"y\" endElement=\"two\""               \
      " endConnector=\"u\" suppressUnitConversion=\"false\"" indices ">"                           \
      "<ssc:LinearTransformation factor=\"2\"/><ssd:ConnectionGeometry pointsX=\"1 2.5\""          \
      " pointsY=\"1 2\"/>" ANNOTATIONS ("ssd") "</ssd:Connection>\n"                               \
      "<ssd:Connection startConnector=\"u\" endConnector=\"y\" id=\"c\" description=\"d\"/>\n"     \
      "</ssd:Connections>\n"                                                                       \
      "<ssd:SignalDictionaries>\n"                                                                 \
      "<ssd:SignalDictionary name=\"signals\">" dictionary "</ssd:SignalDictionary>\n"             \
      "<ssd:SignalDictionary name=\"more\" source=\"more.ssb\" type=\"t\"/>\n"                     \
      "</ssd:SignalDictionaries>\n"                                                                \
      "<ssd:SystemGeometry x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\"/>\n"                                \
      "<ssd:GraphicalElements><ssd:Note x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\" text=\"t\"/>"          \
      "</ssd:GraphicalElements>\n" ANNOTATIONS ("ssd") "</ssd:System>\n" UNITS ("ssd")             \
      "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"1\">" ANNOTATIONS ("ssd")                 \
      "</ssd:DefaultExperiment>\n" meta ANNOTATIONS ("ssd") "</ssd:SystemStructureDescription>\n"

static const char *const ssp_1
    = DOCUMENT ("1.0", SET_1, MAPPING ("1.0", ""), DICTIONARY ("1.0", "", ""), "", "", "",
                "<ssd:ConnectorGeometry x=\"0\" y=\"0.5\"/>", "");

static const char *const ssp_2 = DOCUMENT (
    "2.0",
    "<ssv:ParameterSet version=\"2.0\" name=\"set\"" META ">\n"
    "<ssv:Parameters>\n"
    "<ssv:Parameter name=\"a\"><ssv:Float64 value=\"1.5 2\" unit=\"m\"/><ssc:Dimension size=\"2\"/>"
    "</ssv:Parameter>\n"
    "<ssv:Parameter name=\"b\"><ssv:Float32 value=\"1 2\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"c\"><ssv:Int8 value=\"-128\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"d\"><ssv:UInt8 value=\"255\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"e\"><ssv:Int16 value=\"1\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"f\"><ssv:UInt16 value=\"1\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"g\"><ssv:UInt32 value=\"4294967295\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"h\"><ssv:Int64 value=\"-1\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"i\"><ssv:UInt64 value=\"18446744073709551615\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"j\"><ssv:Boolean value=\"true 0\"/></ssv:Parameter>\n"
    "<ssv:Parameter name=\"k\"><ssv:String><ssv:Value value=\"a\"/><ssv:Value value=\"b\"/>"
    "</ssv:String></ssv:Parameter>\n"
    "<ssv:Parameter name=\"l\"><ssv:Binary><ssv:Value value=\"00\"/></ssv:Binary></ssv:Parameter>\n"
    "</ssv:Parameters>\n" UNITS ("ssv") META_2 ANNOTATIONS ("ssv") "</ssv:ParameterSet>\n",
    MAPPING ("2.0", META_2),
    DICTIONARY ("2.0", META_2, "<ssc:Dimension sizeConnector=\"n\"/>"), META_2,
    "<ssd:Connector name=\"k\" kind=\"local\"><ssc:Clock intervalVariability=\"constant\""
    " intervalDecimal=\"0.1\" supportsFraction=\"true\" resolution=\"3\" priority=\"1\"/>"
    "</ssd:Connector>\n"
    "<ssd:Connector name=\"v\" kind=\"structuralParameter\"><ssc:UInt64/><ssc:Dimension size=\"3\"/>"
    "<ssc:Dimension size=\"4\"/><ssd:Clock name=\"k\"/></ssd:Connector>\n",
    " startIndices=\"1 2\" endIndices=\"0\"",
    "<ssd:ConnectorGeometry x=\"0\" y=\"0.5\" systemInnerX=\"1\" systemInnerY=\"2\"/>",
    "<ssd:Component name=\"three\" implementation=\"ScheduledExecution\"/>\n");

static const char *const set_1
    = "<?xml version=\"1.0\"?>\n<ssv:ParameterSet " NAMESPACES " version=\"1.0\" name=\"s\">"
      "<ssv:Parameters/></ssv:ParameterSet>";

static const char *const fmi_3
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0.1\" modelName=\"all\" instantiationToken=\"t\""
      " description=\"d\" version=\"1\" generationDateAndTime=\"2026-01-31T12:00:00Z\""
      " variableNamingConvention=\"structured\">\n"
      "<ModelExchange modelIdentifier=\"all\" needsCompletedIntegratorStep=\"true\"/>\n"
      "<CoSimulation modelIdentifier=\"all\" fixedInternalStepSize=\"0.1\" hasEventMode=\"true\""
      " maxOutputDerivativeOrder=\"2\" recommendedIntermediateInputSmoothness=\"-1\"/>\n"
      "<ScheduledExecution modelIdentifier=\"all\"><Annotations><Annotation type=\"a\">text<x/><y/>"
      "</Annotation></Annotations></ScheduledExecution>\n"
      "<UnitDefinitions><Unit name=\"K\"><BaseUnit K=\"1\"/><DisplayUnit name=\"degC\""
      " offset=\"-273.15\" inverse=\"false\"/></Unit></UnitDefinitions>\n"
      "<TypeDefinitions><Float64Type name=\"T\" unit=\"K\" min=\"0\"/><Int8Type name=\"i\""
      " max=\"127\"/><BooleanType name=\"b\"/><BinaryType name=\"bin\" maxSize=\"10\"/>"
      "<EnumerationType name=\"M\"><Item name=\"off\" value=\"0\"/></EnumerationType>"
      "<ClockType name=\"c\" intervalVariability=\"constant\" intervalDecimal=\"1\"/>"
      "</TypeDefinitions>\n"
      "<LogCategories><Category name=\"all\"/></LogCategories>\n"
      "<DefaultExperiment startTime=\"0\" stepSize=\"0.1\"/>\n"
      "<ModelVariables>\n"
      "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\""
      " variability=\"continuous\"/>\n"
      "<Float64 name=\"x\" valueReference=\"1\" start=\"1 2 3\" derivative=\"2\" reinit=\"true\""
      " unit=\"K\"><Dimension start=\"3\"/><Alias name=\"z\" displayUnit=\"degC\"/></Float64>\n"
      "<Float32 name=\"f\" valueReference=\"3\" initial=\"exact\" start=\"1\"/>\n"
      "<UInt8 name=\"i\" valueReference=\"4\" start=\"255\" clocks=\"9 10\"/>\n"
      "<Int64 name=\"j\" valueReference=\"5\" previous=\"6\"/>\n"
      "<Boolean name=\"b\" valueReference=\"6\" start=\"true false\"/>\n"
      "<String name=\"s\" valueReference=\"7\"><Start value=\"a\"/><Alias name=\"t\"/></String>\n"
      "<Binary name=\"bin\" valueReference=\"8\" mimeType=\"a/b\"><Start value=\"00FF\"/></Binary>\n"
      "<Enumeration name=\"e\" valueReference=\"9\" declaredType=\"M\" start=\"0\"/>\n"
      "<Clock name=\"k\" valueReference=\"10\" intervalVariability=\"triggered\""
      " canBeDeactivated=\"true\"/>\n"
      "</ModelVariables>\n"
      "<ModelStructure><Output valueReference=\"1\" dependencies=\"3 4\""
      " dependenciesKind=\"constant dependent\"/><ContinuousStateDerivative valueReference=\"2\"/>"
      "<InitialUnknown valueReference=\"1\"/><EventIndicator valueReference=\"3\"/>"
      "</ModelStructure>\n"
      "</fmiModelDescription>\n";

/* The types of variables that the other documents leave out. */
static const char *const fmi_2
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">\n"
      "<CoSimulation modelIdentifier=\"m\"/>\n"
      "<TypeDefinitions><SimpleType name=\"R\"><Real/></SimpleType><SimpleType name=\"I\"><Integer"
      " min=\"-1\"/></SimpleType><SimpleType name=\"B\"><Boolean/></SimpleType><SimpleType name=\"S\">"
      "<String any=\"1\">text<Unit/></String></SimpleType></TypeDefinitions>\n"
      "<ModelVariables><ScalarVariable name=\"b\" valueReference=\"0\" causality=\"output\"><Boolean"
      " declaredType=\"B\"/></ScalarVariable><ScalarVariable name=\"s\" valueReference=\"0\"><String"
      " declaredType=\"S\" start=\"\"/></ScalarVariable></ModelVariables>\n"
      "<ModelStructure><Outputs><Unknown index=\"1\" dependencies=\"\" dependenciesKind=\"\"/></Outputs>"
      "<InitialUnknowns><Unknown index=\"1\"/></InitialUnknowns></ModelStructure>\n"
      "</fmiModelDescription>\n";

static const char *const fmi_3_types
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" instantiationToken=\"t\">\n"
      "<ScheduledExecution modelIdentifier=\"m\" vendor=\"v\"/>\n"
      "<TypeDefinitions><Float32Type name=\"a\" max=\"1\"/><UInt8Type name=\"b\" max=\"1\"/><Int16Type"
      " name=\"c\" max=\"1\"/><UInt16Type name=\"d\" max=\"1\"/><Int32Type name=\"e\" max=\"1\"/><UInt32Type"
      " name=\"f\" max=\"1\"/><Int64Type name=\"g\" max=\"1\"/><UInt64Type name=\"h\" max=\"1\"/><StringType"
      " name=\"i\"><Annotations><Annotation type=\"a\"/></Annotations></StringType></TypeDefinitions>\n"
      "<ModelVariables><Int8 name=\"a\" valueReference=\"0\" start=\"1\"/><Int16 name=\"b\""
      " valueReference=\"1\" start=\"1\"/><UInt16 name=\"c\" valueReference=\"2\" start=\"1\"/><Int32"
      " name=\"d\" valueReference=\"3\" start=\"1\"><Alias name=\"y\" description=\"d\"/></Int32><UInt32"
      " name=\"e\" valueReference=\"4\" start=\"1\"/><UInt64 name=\"f\" valueReference=\"5\" start=\"1\""
      " max=\"2\"/><Binary name=\"g\" valueReference=\"6\" maxSize=\"7\"/></ModelVariables>\n"
      "<ModelStructure><ClockedState valueReference=\"1\" dependencies=\"\"><Annotations><Annotation"
      " type=\"a\"/></Annotations></ClockedState></ModelStructure><Annotations><Annotation type=\"a\">"
      "<Annotations><Annotation type=\"b\"/></Annotations></Annotation></Annotations>\n"
      "</fmiModelDescription>\n";

static const char *const terminals
    = "<?xml version=\"1.0\"?>\n"
      "<fmiTerminalsAndIcons fmiVersion=\"3.0\"><GraphicalRepresentation><CoordinateSystem x1=\"0\""
      " y1=\"0\" x2=\"1\" y2=\"1\" suggestedScalingFactorTo_mm=\"0.1\"/><Icon x1=\"0\" y1=\"0\""
      " x2=\"1\" y2=\"1\"/></GraphicalRepresentation><Terminals><Terminal name=\"t\""
      " matchingRule=\"plug\"><TerminalMemberVariable variableName=\"a\" variableKind=\"signal\"/>"
      "<TerminalStreamMemberVariable inStreamMemberName=\"a\" outStreamMemberName=\"b\""
      " inStreamVariableName=\"c\" outStreamVariableName=\"d\"/><Terminal name=\"u\""
      " matchingRule=\"none\"/><TerminalGraphicalRepresentation x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\""
      " iconBaseName=\"i.png\" defaultConnectionColor=\"255 0 0\"/></Terminal></Terminals>"
      "</fmiTerminalsAndIcons>\n";

static const char *const build
    = "<?xml version=\"1.0\"?>\n"
      "<fmiBuildDescription fmiVersion=\"3.0\"><BuildConfiguration modelIdentifier=\"m\">"
      "<SourceFileSet language=\"C99\"><SourceFile name=\"a.c\"/><PreprocessorDefinition name=\"A\""
      " optional=\"true\"><Option value=\"1\"/></PreprocessorDefinition><IncludeDirectory name=\".\"/>"
      "</SourceFileSet><Library name=\"m\" external=\"true\"/></BuildConfiguration>"
      "</fmiBuildDescription>\n";

static const char fmi_1[]
    = "<?xml version=\"1.0\"?>\n"
      "<fmiModelDescription fmiVersion=\"1.0\" modelName=\"m\" modelIdentifier=\"m\" guid=\"g\" description=\"d\"\n"
      "  author=\"a\" version=\"1\" generationTool=\"t\" generationDateAndTime=\"2026-01-31T12:00:00Z\"\n"
      "  variableNamingConvention=\"structured\" numberOfContinuousStates=\"1\" numberOfEventIndicators=\"0\">\n"
      " <UnitDefinitions><BaseUnit unit=\"K\"><DisplayUnitDefinition displayUnit=\"degC\" gain=\"1\" offset=\"-273.15\"/></BaseUnit><BaseUnit unit=\"m\"/></UnitDefinitions>\n"
      " <TypeDefinitions>\n"
      "  <Type name=\"T\" description=\"d\"><RealType quantity=\"q\" unit=\"K\" displayUnit=\"degC\" relativeQuantity=\"false\" min=\"0\" max=\"1\" nominal=\"1\"/></Type>\n"
      "  <Type name=\"I\"><IntegerType quantity=\"q\" min=\"0\" max=\"1\"/></Type>\n"
      "  <Type name=\"B\"><BooleanType/></Type>\n"
      "  <Type name=\"S\"><StringType/></Type>\n"
      "  <Type name=\"E\"><EnumerationType quantity=\"q\" min=\"1\" max=\"2\"><Item name=\"a\" description=\"d\"/><Item name=\"b\"/></EnumerationType></Type>\n"
      " </TypeDefinitions>\n"
      " <DefaultExperiment startTime=\"0\" stopTime=\"1\" tolerance=\"1e-4\"/>\n"
      " <VendorAnnotations><Tool name=\"t\"><Annotation name=\"n\" value=\"v\"/></Tool></VendorAnnotations>\n"
      " <ModelVariables>\n"
      "  <ScalarVariable name=\"u\" valueReference=\"0\" variability=\"continuous\" causality=\"input\" alias=\"noAlias\"><Real declaredType=\"T\" unit=\"K\" min=\"0\" start=\"1\" fixed=\"false\"/></ScalarVariable>\n"
      "  <ScalarVariable name=\"y\" valueReference=\"1\" causality=\"output\" description=\"d\"><Real/><DirectDependency><Name>u</Name></DirectDependency></ScalarVariable>\n"
      "  <ScalarVariable name=\"z\" valueReference=\"1\" causality=\"none\" alias=\"negatedAlias\"><Real/></ScalarVariable>\n"
      "  <ScalarVariable name=\"i\" valueReference=\"0\" variability=\"parameter\"><Integer declaredType=\"I\" start=\"1\"/></ScalarVariable>\n"
      "  <ScalarVariable name=\"b\" valueReference=\"0\" variability=\"discrete\"><Boolean start=\"true\"/></ScalarVariable>\n"
      "  <ScalarVariable name=\"s\" valueReference=\"0\" variability=\"constant\"><String start=\"x\"/></ScalarVariable>\n"
      "  <ScalarVariable name=\"e\" valueReference=\"1\" variability=\"discrete\"><Enumeration declaredType=\"E\" start=\"2\"/></ScalarVariable>\n"
      " </ModelVariables>\n"
      " <Implementation><CoSimulation_Tool><Capabilities canHandleVariableCommunicationStepSize=\"true\" canHandleEvents=\"true\" canRejectSteps=\"false\" canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\" canRunAsynchronuously=\"false\" canSignalEvents=\"false\" canBeInstantiatedOnlyOncePerProcess=\"false\" canNotUseMemoryManagementFunctions=\"true\"/><Model entryPoint=\"fmu://a\" manualStart=\"false\" type=\"t\"><File file=\"fmu://b\"/></Model></CoSimulation_Tool></Implementation>\n"
      "</fmiModelDescription>\n";
