/* Schemas of the XML files of an FMU: FMI 1.0, 2.0 and 3.0. */
#include "core/fmi/fmi-schema.h"

#include <glib/gi18n-lib.h>

#define MAX_FAULTS 10000u

static const char *const lines_1[] = {
  "namespace -",
  "Anything free",
  "Text #normalizedString",
  "fmiModelDescription @fmiVersion!:(1.0) @modelName! @modelIdentifier! @guid! @description @author"
  " @version @generationTool @generationDateAndTime:dateTime"
  " @variableNamingConvention:(flat|structured) @numberOfContinuousStates!:unsignedInt"
  " @numberOfEventIndicators!:unsignedInt UnitDefinitions? TypeDefinitions? DefaultExperiment?"
  " VendorAnnotations? ModelVariables? Implementation?",
  "UnitDefinitions BaseUnit*",
  "BaseUnit $fmiBaseUnit @unit! DisplayUnitDefinition*",
  "DisplayUnitDefinition @displayUnit! @gain:double @offset:double",
  "TypeDefinitions Type*",
  "RealType @quantity @unit @displayUnit @relativeQuantity:boolean @min:double @max:double"
  " @nominal:double",
  "IntegerType @quantity @min:int @max:int",
  "Type $fmiType @name! @description (RealType|IntegerType|BooleanType=Anything|StringType=Anything"
  "|EnumerationType)",
  "EnumerationType &IntegerType Item*",
  "Item @name! @description",
  "DefaultExperiment @startTime:double @stopTime:double @tolerance:double",
  "VendorAnnotations Tool*",
  "Tool @name! Annotation*",
  "Annotation @name! @value!",
  "ModelVariables ScalarVariable*",
  "ScalarVariable $fmiScalarVariable @name! @valueReference!:unsignedInt @description"
  " @variability:(constant|parameter|discrete|continuous)"
  " @causality:(input|output|internal|none) @alias:(noAlias|alias|negatedAlias)"
  " (Real|Integer|Boolean|String|Enumeration) DirectDependency?",
  "Real @declaredType &RealType @start:double @fixed:boolean",
  "Integer @declaredType &IntegerType @start:int @fixed:boolean",
  "Boolean @declaredType @start:boolean @fixed:boolean",
  "String @declaredType @start @fixed:boolean",
  "Enumeration @declaredType! &IntegerType @start:int @fixed:boolean",
  "DirectDependency Name=Text*",
  "Implementation $fmiImplementation (CoSimulation_StandAlone|CoSimulation_Tool)",
  "CoSimulation_StandAlone Capabilities",
  "CoSimulation_Tool Capabilities Model",
  "Capabilities $fmiCoSimulationCapabilities @canHandleVariableCommunicationStepSize:boolean"
  " @canHandleEvents:boolean @canRejectSteps:boolean @canInterpolateInputs:boolean"
  " @maxOutputDerivativeOrder:unsignedInt @canRunAsynchronuously:boolean @canSignalEvents:boolean"
  " @canBeInstantiatedOnlyOncePerProcess:boolean @canNotUseMemoryManagementFunctions:boolean",
  "Model $fmiCoSimulationModel @entryPoint!:anyURI @manualStart:boolean @type! File*",
  "File @file!:anyURI",
  NULL
};

/* Four attributes for constraints are not part of the standard; see
 * description-fmi2-constraints.c. */
static const char *const lines_2[] = {
  "namespace -",
  "Empty",
  "Anything free",
  "fmiModelDescription @fmiVersion!:(2.0) @modelName! @guid! @description @author @version"
  " @copyright @license @generationTool @generationDateAndTime:dateTime"
  " @variableNamingConvention:(flat|structured) @numberOfEventIndicators:unsignedInt "
  "@maxNumberOfConstraints"
  " (ModelExchange|CoSimulation){0,2} UnitDefinitions? TypeDefinitions? LogCategories?"
  " DefaultExperiment? VendorAnnotations=Annotations? ModelVariables ModelStructure",
  "Interface @modelIdentifier! @needsExecutionTool:boolean"
  " @canBeInstantiatedOnlyOncePerProcess:boolean @canNotUseMemoryManagementFunctions:boolean"
  " @canGetAndSetFMUstate:boolean @canSerializeFMUstate:boolean"
  " @providesDirectionalDerivative:boolean SourceFiles?",
  "ModelExchange &Interface @completedIntegratorStepNotNeeded:boolean @providesConstraints"
  " @providesProjection @providesProjectionStep",
  "CoSimulation &Interface @canHandleVariableCommunicationStepSize:boolean"
  " @canInterpolateInputs:boolean @maxOutputDerivativeOrder:unsignedInt"
  " @canRunAsynchronuously:boolean",
  "SourceFiles File+",
  "File @name!",
  "UnitDefinitions Unit+",
  "Unit $fmi2Unit @name! BaseUnit? DisplayUnit*",
  "BaseUnit @kg:int @m:int @s:int @A:int @K:int @mol:int @cd:int @rad:int @factor:double"
  " @offset:double",
  "DisplayUnit @name! @factor:double @offset:double",
  "TypeDefinitions SimpleType+",
  "RealAttributes @quantity @unit @displayUnit @relativeQuantity:boolean @min:double @max:double"
  " @nominal:double @unbounded:boolean",
  "IntegerAttributes @quantity @min:int @max:int",
  "SimpleType $fmi2SimpleType @name! @description (Real=RealAttributes|Integer=IntegerAttributes"
  "|Boolean=Anything|String=Anything|Enumeration=EnumerationType)",
  "EnumerationType @quantity Item+",
  "Item @name! @value!:int @description",
  "LogCategories Category+",
  "Category @name! @description",
  "DefaultExperiment @startTime:double @stopTime:double @tolerance:double @stepSize:double",
  "Annotations $fmi2Annotation Tool+",
  "Tool @name! any?",
  "ModelVariables ScalarVariable+",
  "ScalarVariable $fmi2ScalarVariable @name! @valueReference!:unsignedInt @description"
  " @causality:(parameter|calculatedParameter|input|output|local|independent)"
  " @variability:(constant|fixed|tunable|discrete|continuous)"
  " @initial:(exact|approx|calculated) @canHandleMultipleSetPerTimeInstant:boolean"
  " (Real=RealVariable|Integer=IntegerVariable|Boolean=BooleanVariable|String=StringVariable"
  "|Enumeration=EnumerationVariable) Annotations?",
  "RealVariable @declaredType &RealAttributes @start:double @derivative:unsignedInt"
  " @reinit:boolean",
  "IntegerVariable @declaredType &IntegerAttributes @start:int",
  "BooleanVariable @declaredType @start:boolean",
  "StringVariable @declaredType @start",
  "EnumerationVariable @declaredType! &IntegerAttributes @start:int",
  "ModelStructure Outputs=Unknowns? Derivatives=Unknowns? InitialUnknowns?",
  "Unknowns $fmi2VariableDependency Unknown+",
  "InitialUnknowns Unknown+",
  "Unknown @index!:unsignedInt @dependencies:unsignedInt*"
  " @dependenciesKind:(dependent|constant|fixed|tunable|discrete)*",
  NULL
};

#define FMI3_VERSION "@fmiVersion!:/3[.](0|[1-9][0-9]*)([.](0|[1-9][0-9]*))?(-.+)?/"
#define CLOCK_ATTRIBUTES                                                                           \
  "@canBeDeactivated:boolean @priority:unsignedInt"                                                \
  " @intervalVariability!:(constant|fixed|tunable|changing|countdown|triggered)"                   \
  " @intervalDecimal:float @shiftDecimal:float @supportsFraction:boolean"                          \
  " @resolution:unsignedLong @intervalCounter:unsignedLong @shiftCounter:unsignedLong"

/* Of all documents. */
#define ANNOTATIONS_3                                                                              \
  "namespace -", "Annotations $fmi3Annotations global Annotation+", "Annotation ~ @type! any*"

static const char *const lines_3[] = {
  ANNOTATIONS_3,
  "fmiModelDescription " FMI3_VERSION " @modelName! @instantiationToken! @description @author"
  " @version @copyright @license @generationTool @generationDateAndTime:dateTime"
  " @variableNamingConvention:(flat|structured)"
  " ModelExchange? CoSimulation? ScheduledExecution? UnitDefinitions? TypeDefinitions?"
  " LogCategories? DefaultExperiment? ModelVariables ModelStructure Annotations?",
  "Interface @modelIdentifier! @needsExecutionTool:boolean"
  " @canBeInstantiatedOnlyOncePerProcess:boolean @canGetAndSetFMUState:boolean"
  " @canSerializeFMUState:boolean @providesDirectionalDerivatives:boolean"
  " @providesAdjointDerivatives:boolean @providesPerElementDependencies:boolean @* Annotations?",
  "ScheduledExecution $fmi3ScheduledExecution &Interface",
  "ModelExchange $fmi3ModelExchange &Interface @needsCompletedIntegratorStep:boolean"
  " @providesEvaluateDiscreteStates:boolean",
  "CoSimulation $fmi3CoSimulation &Interface @canHandleVariableCommunicationStepSize:boolean"
  " @fixedInternalStepSize:double @maxOutputDerivativeOrder:unsignedInt"
  " @recommendedIntermediateInputSmoothness:int @providesIntermediateUpdate:boolean"
  " @mightReturnEarlyFromDoStep:boolean @canReturnEarlyAfterIntermediateUpdate:boolean"
  " @hasEventMode:boolean @providesEvaluateDiscreteStates:boolean",
  "UnitDefinitions Unit+",
  "Unit $fmi3Unit @name! BaseUnit? DisplayUnit* Annotations?",
  "BaseUnit @kg:int @m:int @s:int @A:int @K:int @mol:int @cd:int @rad:int @factor:double"
  " @offset:double",
  "DisplayUnit @name! @factor:double @offset:double @inverse:boolean Annotations?",
  "RealBase @quantity @unit @displayUnit @relativeQuantity:boolean @unbounded:boolean",
  "TypeBase @name! @description Annotations?",
  "TypeDefinitions (Float32Type|Float64Type|Int8Type|UInt8Type|Int16Type|UInt16Type|Int32Type"
  "|UInt32Type|Int64Type|UInt64Type|BooleanType=TypeBase|StringType=TypeBase|BinaryType"
  "|EnumerationType|ClockType)+",
  "Float32 @min:float @max:float @nominal:float",
  "Float64 @min:double @max:double @nominal:double",
  "Int8 @quantity @min:byte @max:byte",
  "UInt8 @quantity @min:unsignedByte @max:unsignedByte",
  "Int16 @quantity @min:short @max:short",
  "UInt16 @quantity @min:unsignedShort @max:unsignedShort",
  "Int32 @quantity @min:int @max:int",
  "UInt32 @quantity @min:unsignedInt @max:unsignedInt",
  "Int64 @quantity @min:long @max:long",
  "UInt64 @quantity @min:unsignedLong @max:unsignedLong",
  "Float32Type &TypeBase &RealBase &Float32",
  "Float64Type &TypeBase &RealBase &Float64",
  "Int8Type &TypeBase &Int8",
  "UInt8Type &TypeBase &UInt8",
  "Int16Type &TypeBase &Int16",
  "UInt16Type &TypeBase &UInt16",
  "Int32Type &TypeBase &Int32",
  "UInt32Type &TypeBase &UInt32",
  "Int64Type &TypeBase &Int64",
  "UInt64Type &TypeBase &UInt64",
  "BinaryType &TypeBase @mimeType @maxSize:nonNegativeInteger",
  "EnumerationType &TypeBase &Int64 Item+",
  "Item @name! @value!:long @description Annotations?",
  "ClockType &TypeBase " CLOCK_ATTRIBUTES,
  "LogCategories Category+",
  "Category @name! @description Annotations?",
  "DefaultExperiment @startTime:double @stopTime:double @tolerance:double @stepSize:double"
  " Annotations?",
  "ModelVariables (Float32=Float32Variable|Float64=Float64Variable|Int8=Int8Variable"
  "|UInt8=UInt8Variable|Int16=Int16Variable|UInt16=UInt16Variable|Int32=Int32Variable"
  "|UInt32=UInt32Variable|Int64=Int64Variable|UInt64=UInt64Variable|Boolean=BooleanVariable"
  "|String=StringVariable|Binary=BinaryVariable|Enumeration=EnumerationVariable"
  "|Clock=ClockVariable)+",
  "VariableAttributes @name! @valueReference!:unsignedInt @description"
  " @causality:(parameter|calculatedParameter|input|output|local|independent|structuralParameter)"
  " @variability:(constant|fixed|tunable|discrete|continuous)"
  " @canHandleMultipleSetPerTimeInstant:boolean @clocks:unsignedInt*",
  "Variable &VariableAttributes Annotations?",
  "ArrayAttributes @intermediateUpdate:boolean @previous:unsignedInt"
  " @initial:(exact|approx|calculated)",
  "Array &Variable &ArrayAttributes Dimension*",
  "TypedVariable $fmi3MandatorilyTypedInitializableVariable &VariableAttributes &ArrayAttributes"
  " @declaredType!",
  "Dimension @start:unsignedLong @valueReference:unsignedInt",
  "Alias $fmi3VariableAlias @name! @description",
  "FloatAlias $fmi3FloatVariableAlias &Alias @displayUnit",
  "FloatBase &Array @declaredType &RealBase @derivative:unsignedInt @reinit:boolean"
  " Alias=FloatAlias*",
  "Float32Variable $fmi3Float32 &FloatBase &Float32 @start:float*",
  "Float64Variable $fmi3Float64 &FloatBase &Float64 @start:double*",
  "Initializable &Array @declaredType",
  "Int8Variable $fmi3Int8 &Initializable &Int8 @start:byte* Alias*",
  "UInt8Variable $fmi3UInt8 &Initializable &UInt8 @start:unsignedByte* Alias*",
  "Int16Variable $fmi3Int16 &Initializable &Int16 @start:short* Alias*",
  "UInt16Variable $fmi3UInt16 &Initializable &UInt16 @start:unsignedShort* Alias*",
  "Int32Variable $fmi3Int32 &Initializable &Int32 @start:int* Alias*",
  "UInt32Variable $fmi3UInt32 &Initializable &UInt32 @start:unsignedInt* Alias*",
  "Int64Variable $fmi3Int64 &Initializable &Int64 @start:long* Alias*",
  "UInt64Variable $fmi3UInt64 &Initializable &UInt64 @start:unsignedLong* Alias*",
  "BooleanVariable $fmi3Boolean &Initializable @start:boolean* Alias*",
  "StringVariable $fmi3String &Initializable Start=StringStart* Alias*",
  "StringStart @value",
  "BinaryVariable $fmi3Binary &Initializable @mimeType @maxSize:nonNegativeInteger"
  " Start=BinaryStart* Alias*",
  "BinaryStart @value:hexBinary",
  "EnumerationVariable $fmi3Enumeration &Array @declaredType! &Int64 @start:long* Alias*",
  "ClockVariable $fmi3Clock &Variable @declaredType " CLOCK_ATTRIBUTES " Alias*",
  "ModelStructure Output=Unknown* ContinuousStateDerivative=Unknown* ClockedState=Unknown*"
  " InitialUnknown=Unknown* EventIndicator=Unknown*",
  "Unknown $fmi3Unknown @valueReference!:unsignedInt @dependencies:unsignedInt*"
  " @dependenciesKind:(dependent|constant|fixed|tunable|discrete)* Annotations?",
  NULL
};

static const char *const lines_terminals[] = {
  ANNOTATIONS_3,
  "fmiTerminalsAndIcons " FMI3_VERSION " GraphicalRepresentation? Terminals? Annotations?",
  "Place @x1!:double @y1!:double @x2!:double @y2!:double",
  "GraphicalRepresentation CoordinateSystem? Icon=Place? Annotations?",
  "CoordinateSystem &Place @suggestedScalingFactorTo_mm!:double",
  "Terminals Terminal+",
  "Terminal $fmi3Terminal @name! @matchingRule! @terminalKind @description TerminalMemberVariable*"
  " TerminalStreamMemberVariable* Terminal* TerminalGraphicalRepresentation? Annotations?",
  "TerminalMemberVariable @variableName! @memberName @variableKind! Annotations?",
  "TerminalStreamMemberVariable @inStreamMemberName! @outStreamMemberName!"
  " @inStreamVariableName! @outStreamVariableName! Annotations?",
  "TerminalGraphicalRepresentation &Place @defaultConnectionColor:unsignedByte*"
  " @defaultConnectionStrokeSize:double @iconBaseName! Annotations?",
  NULL
};

static const char *const lines_build[] = {
  ANNOTATIONS_3,
  "fmiBuildDescription " FMI3_VERSION " BuildConfiguration+ Annotations?",
  "BuildConfiguration @modelIdentifier! @platform @description SourceFileSet* Library*"
  " Annotations?",
  "SourceFileSet @name @language @compiler @compilerOptions SourceFile+"
  " PreprocessorDefinition* IncludeDirectory=SourceFile* Annotations?",
  "SourceFile @name! Annotations?",
  "PreprocessorDefinition @name! @optional:boolean @value @description Option* Annotations?",
  "Option @value @description",
  "Library @name! @version @external:boolean @description Annotations?",
  NULL,
};

static gpointer
make (gpointer lines)
{
  return (gpointer)ls_schema_new (lines, '3');
}

/* All files except modelDescription.xml exist since FMI 3.0. */
static const LsSchema *
get_schema (const xmlNode *root)
{
  static GOnce first = G_ONCE_INIT, second = G_ONCE_INIT, third = G_ONCE_INIT,
               terminals = G_ONCE_INIT, build = G_ONCE_INIT;
  g_autofree char *version = ls_xml_get (root, "fmiVersion");

  if (ls_xml_is (root, "fmiTerminalsAndIcons"))
    return g_once (&terminals, make, (gpointer)lines_terminals);
  if (ls_xml_is (root, "fmiBuildDescription"))
    return g_once (&build, make, (gpointer)lines_build);
  if (version != NULL && g_str_has_prefix (version, "3."))
    return g_once (&third, make, (gpointer)lines_3);
  if (version != NULL && g_str_has_prefix (version, "1."))
    return g_once (&first, make, (gpointer)lines_1);
  return g_once (&second, make, (gpointer)lines_2);
}

void
ls_check_document (const xmlDoc *document, const char *data, gsize size, GPtrArray *findings)
{
  g_return_if_fail (document != NULL && findings != NULL);

  static const char *const roots[]
      = { "fmiModelDescription", "fmiTerminalsAndIcons", "fmiBuildDescription", NULL };
  const xmlNode *root = xmlDocGetRootElement (document);
  g_autoptr (GPtrArray) faults = NULL;

  if (!g_strv_contains (roots, (const char *)root->name))
    return;
  faults = ls_schema_check (get_schema (root), root, (const char *)root->name, MAX_FAULTS);
  ls_schema_locate (faults, root, data, size);
  for (guint i = 0; i < faults->len; i++)
    {
      const LsSchemaFault *fault = faults->pdata[i];

      ls_finding_add (findings, LS_FINDING_ERROR, fault->rule, (int)fault->line, fault->subject,
                      "%s", fault->text);
    }
}
