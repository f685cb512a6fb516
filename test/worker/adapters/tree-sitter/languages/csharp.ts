/** The expected results for the C# fixture: namespaces omitted from names, records, properties, attributes, local functions. */
import source from '../../../../fixtures/languages/CSharp.cs?raw';
import type { LanguageSpec } from './language-spec.ts';

export const csharp: LanguageSpec = {
  source,
  symbols: `
    10-10 enum Feeling +
    10-10 constant Feeling.Cold +
    10-10 constant Feeling.Mild +
    10-10 constant Feeling.Hot +
    12-12 type Listener +
    15-19 interface ISensor +
    17-17 property ISensor.Name +
    18-18 method ISensor.ReadAsync +
    21-24 class Reading +
    23-23 property Reading.Fahrenheit +
    30-98 class Station +
    33-33 property Station.MaxSensors +
    34-34 property Station.Keep
    35-35 property Station._sensors
    37-37 property Station.Measured +
    39-39 property Station.Name +
    41-44 property Station.Count +
    46-51 method Station.Station +
    54-70 method Station.ReadAsync +
    72-77 method Station.Judge
    85-92 method Station.Dispose +
    90-90 function Station.Dispose.Log
    94-97 struct Station.Window
    96-96 property Station.Window.From
  `,
  signatures: {
    Station: '[Serializable] public sealed partial class Station : ISensor<double>',
    'Station.ReadAsync':
      '[Obsolete("use MedianAsync")] public async Task<double> ReadAsync(int timeoutMs = 1000)',
    'Station.Count': 'public int Count',
    Reading: 'public readonly record struct Reading(DateTime At, double Celsius)',
    'Station.Judge': 'internal Feeling Judge(double celsius)',
  },
  documentation: {
    Station: { lines: '26-29', text: 'A station with its sensors.\nReadings are kept for one day.' },
    'Station.ReadAsync': { lines: '53-53', text: 'The mean of all sensors.' },
    ISensor: { lines: '14-14', text: 'Something that can be measured.' },
  },
  complexity: {
    'Station.Station': 3,
    'Station.ReadAsync': 4,
    'Station.Judge': 3,
    'Station.Dispose': 2,
  },
  imports: [
    'System',
    'System.Collections.Generic',
    'System.Threading.Tasks',
    'System.Text.Json.JsonSerializer: Json',
    'System.Math',
  ],
  types:
    'Task Reading IDisposable T DateTime ISensor TimeSpan List Listener ArgumentException TimeoutException Feeling Station',
  references: `
    15 extends IDisposable < ISensor
    31 implements ISensor < Station
    12 type Task < Listener
    12 type Reading < Listener
    18 type Task < ISensor.ReadAsync
    21 type DateTime < Reading
    30 decorator Serializable < Station
    34 type TimeSpan < Station.Keep
    34 call TimeSpan.FromDays < Station.Keep
    35 type List < Station._sensors
    35 type ISensor < Station._sensors
    37 type Listener < Station.Measured
    43 value _sensors.Count < Station.Count
    46 type ISensor < Station.Station
    49 call ArgumentException < Station.Station
    49 call nameof < Station.Station
    50 call _sensors.AddRange < Station.Station
    54 decorator Obsolete < Station.ReadAsync
    55 type Task < Station.ReadAsync
    62 call sensor.ReadAsync < Station.ReadAsync
    64 type TimeoutException < Station.ReadAsync
    66 value Console.Error < Station.ReadAsync
    66 call Console.Error.WriteLine < Station.ReadAsync
    66 value error.Message < Station.ReadAsync
    69 value _sensors.Count < Station.ReadAsync
    69 value double.NaN < Station.ReadAsync
    69 call Max < Station.ReadAsync
    69 value _sensors.Count < Station.ReadAsync
    72 type Feeling < Station.Judge
    74 value Feeling.Cold < Station.Judge
    75 value Feeling.Mild < Station.Judge
    76 value Feeling.Hot < Station.Judge
    79 type Station < Station
    79 type Station < Station
    79 type ISensor < Station
    81 call station._sensors.Add < Station
    87 value _sensors.Count < Station.Dispose
    87 call ?.Dispose < Station.Dispose
    90 call Console.WriteLine < Station.Dispose.Log
    90 call Json.Serialize < Station.Dispose.Log
    91 call Log < Station.Dispose
    96 type DateTime < Station.Window.From
  `,
  outline: `
    namespace Example.Weather
    1 import System: *
    2 import System.Collections.Generic: *
    3 import System.Threading.Tasks: *
    4 import System.Text.Json.JsonSerializer: * as Json
    5 import System.Math: *
    field ISensor.Name: string
    field Reading.At: DateTime
    field Reading.Celsius: double
    field Reading.Fahrenheit: double
    field Station.MaxSensors: int
    field Station.Keep: TimeSpan
    field Station._sensors: List
    field Station.Measured: Listener
    field Station.Name: string
    field Station.Count: int
    field Station.Window.From: DateTime
    returns ISensor.ReadAsync: T
    returns Station.ReadAsync: double
    returns Station.Judge: Feeling
    returns Station.Dispose: void
    returns Station.Dispose.Log: void
    typed ISensor.ReadAsync timeoutMs: int
    typed Station.ReadAsync timeoutMs: int
    typed Station.ReadAsync sum: double
    typed Station.ReadAsync error: TimeoutException
    typed Station.Judge celsius: double
    typed Station.Dispose.Log text: string
    locals ISensor.ReadAsync: timeoutMs
    locals Station.Station: sensors
    locals Station.ReadAsync: timeoutMs sum sensor error
    locals Station.Judge: celsius
    locals Station.Dispose: i
    locals Station.Dispose.Log: text
  `,
  invalidSyntax: 'class Bad { void F() { int x = ; } }\n\nclass Good { void Kept() {} }\n',
  intactDefinition: 'Good.Kept',
};
