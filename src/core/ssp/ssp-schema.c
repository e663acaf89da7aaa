/* Structure of SSP documents by the standard, versions 1.0 and 2.0. */
#include "core/ssp/ssp-schema.h"

/* First the types of the common part, then those of the embedded documents. */
static const char *const lines[] = {
  "namespace ssc http://ssp-standard.org/SSP1/SystemStructureCommon",
  "Empty",
  "Base @id:ID @description",
  "TopLevel @author @fileversion @copyright @license @generationTool"
  " @generationDateAndTime:dateTime",
  "Annotations $TAnnotations Annotation+",
  "Annotation [2]~ @type! any?",
  "Enumerations $TEnumerations Enumeration=EnumerationList+",
  "EnumerationList $TEnumeration &Base @name! Item=EnumerationItem+ Annotations?",
  "EnumerationItem @name! @value!:int",
  "Units $TUnits Unit+",
  "Unit $TUnit &Base @name! BaseUnit Annotations?",
  "BaseUnit @kg:int @m:int @s:int @A:int @K:int @mol:int @cd:int @rad:int @factor:double"
  " @offset:double",
  "Content [2]$ContentType ~ &Base any*",
  "Signature [2]$SignatureType &Base @role!:(authenticity|suitability) @type! @source:anyURI"
  " @sourceBase:(file|resource|metaData) Content?",
  "MetaData &Base @kind!:(general|quality) @type! @source:anyURI @sourceBase:(file|resource)"
  " Content? Signature*",
  "GenericInteger [2]$TGenericInteger #integer",
  "Dimension @size:unsignedLong @sizeConnector",
  "RealKind @unit",
  "EnumerationKind @name!",
  "BinaryKind @mime-type",
  "ClockKind @intervalVariability:(constant|fixed|tunable|changing|countdown|triggered)"
  " @intervalDecimal:double @shiftDecimal:double @supportsFraction:boolean"
  " @resolution:unsignedLong @intervalCounter:unsignedLong @shiftCounter:unsignedLong"
  " @priority:unsignedInt",
  "TypeChoice"
  " [1](Real=RealKind|Integer=Empty|Boolean=Empty|String=Empty|Enumeration=EnumerationKind"
  "|Binary=BinaryKind)"
  " [2](Real=RealKind|Float64=RealKind|Float32=RealKind|Integer=Empty|Int8=Empty|UInt8=Empty"
  "|Int16=Empty|UInt16=Empty|Int32=Empty|UInt32=Empty|Int64=Empty|UInt64=Empty|Boolean=Empty"
  "|String=Empty|Enumeration=EnumerationKind|Binary=BinaryKind|Clock=ClockKind)",
  "LinearTransformation @factor:double @offset:double",
  "BooleanMap MapEntry=BooleanEntry+",
  "BooleanEntry @source!:boolean @target!:boolean",
  "IntegerMap MapEntry=IntegerEntry+",
  "IntegerEntry [1]@source!:int [1]@target!:int [2]@source!:integer [2]@target!:integer",
  "EnumerationMap MapEntry=EnumerationEntry+",
  "EnumerationEntry @source! @target!",
  "Transformation"
  " (LinearTransformation|BooleanMappingTransformation=BooleanMap"
  "|IntegerMappingTransformation=IntegerMap|EnumerationMappingTransformation=EnumerationMap)",
  "Document [1]@version!:/1[.][0-9]+(-.*)?/ [2]@version!:/[12][.]0/ &Base &TopLevel",

  "namespace ssv http://ssp-standard.org/SSP1/SystemStructureParameterValues",
  "ParameterSet global &Document @name! Parameters Enumerations? Units? [2]ssc:MetaData*"
  " [2]ssc:Signature* Annotations?",
  "Parameters $TParameters Parameter*",
  "Parameter $TParameter &Base @name!"
  " [1](Real=RealValue|Integer=IntegerValue|Boolean=BooleanValue|String=StringValue"
  "|Enumeration=EnumerationValue|Binary=BinaryValue)"
  " [2](Real=RealValue|Float64=RealValue|Float32=FloatValue|Integer=IntegerValue|Int8=Int8Value"
  "|UInt8=UInt8Value|Int16=Int16Value|UInt16=UInt16Value|Int32=IntegerValue|UInt32=UInt32Value"
  "|Int64=Int64Value|UInt64=UInt64Value|Boolean=BooleanValue|String=StringValue"
  "|Enumeration=EnumerationValue|Binary=BinaryValue)"
  " [2]ssc:Dimension* Annotations?",
  "RealValue [1]@value!:double [2]@value!:double* @unit",
  "FloatValue @value!:float* @unit",
  "IntegerValue [1]@value!:int [2]@value!:int*",
  "Int8Value @value!:byte*",
  "UInt8Value @value!:unsignedByte*",
  "Int16Value @value!:short*",
  "UInt16Value @value!:unsignedShort*",
  "UInt32Value @value!:unsignedInt*",
  "Int64Value @value!:long*",
  "UInt64Value @value!:unsignedLong*",
  "BooleanValue [1]@value!:boolean [2]@value!:boolean*",
  "StringValue [1]@value! [2]@value [2]Value=StringElement*",
  "StringElement @value!",
  "EnumerationValue [1]@value! [2]@value @name [2]Value=StringElement*",
  "BinaryValue @mime-type [1]@value!:hexBinary [2]@value:hexBinary [2]Value=BinaryElement*",
  "BinaryElement @value!:hexBinary",

  "namespace ssm http://ssp-standard.org/SSP1/SystemStructureParameterMapping",
  "ParameterMapping global &Document MappingEntry* [2]ssc:MetaData* [2]ssc:Signature* Annotations?",
  "MappingEntry $TMappingEntry &Base @source! @target! @suppressUnitConversion:boolean"
  " &Transformation? Annotations?",

  "namespace ssb http://ssp-standard.org/SSP1/SystemStructureSignalDictionary",
  "SignalDictionary global &Document DictionaryEntry* Enumerations? Units? [2]ssc:MetaData*"
  " [2]ssc:Signature* Annotations?",
  "DictionaryEntry $TDictionaryEntry &Base @name! &TypeChoice [2]ssc:Dimension* Annotations?",

  "namespace ssd http://ssp-standard.org/SSP1/SystemStructureDescription",
  "SystemStructureDescription global &Document @name! System Enumerations? Units?"
  " DefaultExperiment?"
  " [2]ssc:MetaData* [2]ssc:Signature* Annotations?",
  "DefaultExperiment $TDefaultExperiment @startTime:double @stopTime:double Annotations?",
  "Element $TElement &Base @name!:nonempty Connectors? ElementGeometry? ParameterBindings?"
  " [2]ssc:MetaData* [2]ssc:Signature*",
  "ElementGeometry @x1!:double @y1!:double @x2!:double @y2!:double @rotation:double"
  " @iconSource:anyURI @iconRotation:double @iconFlip:boolean @iconFixedAspectRatio:boolean",
  "Component $TComponent &Element @type [1]@source!:anyURI [2]@source:anyURI"
  " [1]@implementation:(any|ModelExchange|CoSimulation)"
  " [2]@implementation:(any|ModelExchange|CoSimulation|ScheduledExecution) Annotations?",
  "SignalDictionaryReference $TSignalDictionaryReference &Element @dictionary! Annotations?",
  "System $TSystem &Element Elements? Connections? SignalDictionaries? SystemGeometry?"
  " GraphicalElements? Annotations?",
  "Elements (Component|SignalDictionaryReference|System)+",
  "Connections Connection+",
  "Connection &Base @startElement @startConnector! @endElement @endConnector!"
  " [2]@startIndices:unsignedLong* [2]@endIndices:unsignedLong* @suppressUnitConversion:boolean"
  " &Transformation? ConnectionGeometry? Annotations?",
  "ConnectionGeometry @pointsX!:double* @pointsY!:double*",
  "SignalDictionaries $TSignalDictionaries SignalDictionary=DictionarySource+",
  "DictionarySource &Base @name! @type @source:anyURI (ssb:SignalDictionary|any)*",
  "SystemGeometry @x1!:double @y1!:double @x2!:double @y2!:double",
  "GraphicalElements Note+",
  "Note @x1!:double @y1!:double @x2!:double @y2!:double @text!",
  "Connectors $TConnectors Connector+",
  "Connector &Base @name!"
  " [1]@kind!:(input|output|parameter|calculatedParameter|inout)"
  " [2]@kind!:(input|output|parameter|calculatedParameter|structuralParameter|constant|local"
  "|inout|unspecified)"
  " &TypeChoice? [2]ssc:Dimension* [2]Clock=ClockName* ConnectorGeometry? Annotations?",
  "ClockName @name!",
  "ConnectorGeometry @x!:double @y!:double [2]@systemInnerX:double [2]@systemInnerY:double",
  "ParameterBindings $TParameterBindings ParameterBinding+",
  "ParameterBinding &Base @type @source:anyURI @sourceBase:(SSD|component) @prefix"
  " ParameterValues? ParameterMapping=MappingSource? [2]ssc:MetaData* [2]ssc:Signature*"
  " Annotations?",
  "ParameterValues (ssv:ParameterSet|any)*",
  "MappingSource &Base @type @source:anyURI @sourceBase:(SSD|component)"
  " (ssm:ParameterMapping|any)*",
  NULL
};

static gpointer
make (gpointer version)
{
  return (gpointer)ls_schema_new (lines, (char)GPOINTER_TO_INT (version));
}

static const LsSchema *
get_schema (const xmlNode *root)
{
  static GOnce first = G_ONCE_INIT, second = G_ONCE_INIT;
  g_autofree char *version = ls_xml_get (root, "version");

  if (version != NULL && g_str_has_prefix (version, "2."))
    return g_once (&second, make, GINT_TO_POINTER ('2'));
  return g_once (&first, make, GINT_TO_POINTER ('1'));
}

GPtrArray *
ls_ssp_check_document (const xmlDoc *document, const char *data, gsize size, guint limit)
{
  g_return_val_if_fail (document != NULL, NULL);

  static const char *const roots[] = { "SystemStructureDescription", "ParameterSet",
                                       "ParameterMapping", "SignalDictionary", NULL };
  const xmlNode *root = xmlDocGetRootElement (document);
  GPtrArray *faults;

  if (!g_strv_contains (roots, (const char *)root->name))
    return NULL;
  faults = ls_schema_check (get_schema (root), root, (const char *)root->name, limit);
  ls_schema_locate (faults, root, data, size);
  return faults;
}
