/** C#: namespaces left out of names, records, properties, attributes, local functions. */
import source from '../../../../fixtures/languages/CSharp.cs?raw';
import type { LanguageSpec } from './language-spec.ts';

export const csharp: LanguageSpec = {
  source,
  symbols: `
    10-10 enum Feeling +
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
    'Reading IDisposable Task T DateTime ISensor TimeSpan List Listener ArgumentException TimeoutException Feeling Station',
  broken: 'class Bad { void F() { int x = ; } }\n\nclass Good { void Kept() {} }\n',
  survives: 'Good.Kept',
};
