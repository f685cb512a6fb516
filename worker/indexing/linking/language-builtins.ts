/**
 * Lists the built-in methods and globals of each language. A call of a built-in method on a value of unknown type proves nothing, even if
 * the repository defines a method with that name. Members of globals are external.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

const methods: Readonly<Record<string, ReadonlySet<string>>> = {
  // str, bytes, list, dict, set, files, locks, loggers, threads: https://docs.python.org/3/library/stdtypes.html
  python:
    words(`append extend insert remove pop clear index count sort reverse copy get items keys values update setdefault
    popitem fromkeys add discard union intersection difference issubset issuperset join split rsplit splitlines strip lstrip
    rstrip lower upper title capitalize casefold swapcase startswith endswith find rfind rindex replace format encode decode
    partition rpartition zfill ljust rjust center translate isdigit isalpha isalnum isspace islower isupper isidentifier
    removeprefix removesuffix read readline readlines write writelines close flush seek tell fileno open exists mkdir
    send throw acquire release wait notify set is_set start run cancel result done submit put match search group groups
    debug info warning error exception log critical next iter as_posix total_seconds isoformat strftime hex`),
  // Array, Map, Set, String, Promise, Object, events: https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects
  ecmascript:
    words(`at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach
    includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toSorted
    toReversed toSpliced unshift values with get set has delete add clear then catch finally charAt charCodeAt codePointAt
    endsWith match matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substring substr
    toLowerCase toUpperCase trim trimEnd trimStart toString toLocaleString valueOf toFixed toISOString getTime hasOwnProperty
    call apply bind test exec next return throw json text arrayBuffer blob clone append on off once emit addEventListener
    removeEventListener dispatchEvent write end pipe close send log warn error info debug toJSON size length`),
  // error, io, fmt, sync, time, testing: https://pkg.go.dev/std
  go: words(`Error String Read Write Close Len Less Swap Lock Unlock RLock RUnlock Add Done Wait Get Set Load Store Delete Do
    Fatal Fatalf Errorf Error Log Logf Run Helper Format Unix Sub Before After Equal Name Next Scan Text Bytes Err Unwrap Is As
    Seek Flush ReadAll WriteString ReadString Reset Value Header Int Float Interface Kind Type Elem Call`),
  // Option, Result, Vec, Iterator, String, Path, HashMap: https://doc.rust-lang.org/std
  rust: words(`new default clone fmt from into try_from try_into as_ref as_mut borrow borrow_mut deref deref_mut drop eq ne cmp
    partial_cmp hash iter iter_mut into_iter next map map_err map_or map_or_else and and_then or or_else or_insert unwrap
    unwrap_or unwrap_or_else unwrap_or_default expect ok err ok_or ok_or_else is_some is_none is_ok is_err take replace insert
    remove get get_mut push pop push_str len is_empty clear contains contains_key extend collect filter filter_map find fold
    any all count sum min max rev zip chain enumerate skip take_while skip_while step_by peekable cloned copied by_ref flat_map
    flatten last nth position sort sort_by sort_by_key dedup retain drain split splitn lines trim trim_start trim_end
    starts_with ends_with to_string to_owned to_vec to_lowercase to_uppercase as_str as_bytes as_slice as_path as_os_str
    to_str to_string_lossy bytes chars char_indices join parse write write_all write_str write_fmt read read_to_string
    read_to_end flush lock send recv load store path file_name extension parent display exists is_dir is_file entry keys values
    finish field append first swap concat resize reserve capacity with_capacity build spawn arg args output status stdin
    stdout stderr wait kill env current_dir`),
  // Object, String, collections, streams, Optional: https://docs.oracle.com/en/java/javase/21/docs/api
  java: words(`equals hashCode toString getClass get set add put remove contains containsKey size isEmpty clear iterator stream
    map filter collect forEach length charAt substring indexOf split trim startsWith endsWith replace append next hasNext
    close read write flush run call accept apply test compareTo compare valueOf name ordinal isPresent orElse orElseThrow
    keySet values entrySet getKey getValue addAll getName getMessage format join matches`),
  csharp:
    words(`Equals GetHashCode ToString GetType Add Remove Contains ContainsKey Clear Count Any All First FirstOrDefault
    Single SingleOrDefault Last Select SelectMany Where OrderBy GroupBy ToList ToArray ToDictionary Dispose Read Write Flush
    Close Split Trim Replace StartsWith EndsWith Substring IndexOf Join Format Invoke Get Set TryGetValue CompareTo ConfigureAwait`),
  php: words(
    '__construct __toString count getMessage format get set add has map filter push pop toArray jsonSerialize',
  ),
  ruby: words(`each map select reject find inject reduce first last push pop shift unshift size length count empty? nil? any?
    all? include? key? fetch merge join split strip gsub sub to_s to_i to_a to_h to_sym new call send respond_to? is_a? puts
    print raise require freeze dup clone class name value keys values delete sort sort_by group_by zip flatten compact uniq
    open read write close start run get set add update format match tap then`),
  c: words(`begin end size length empty push_back emplace_back pop_back front back clear insert erase find count at data c_str
    str substr append get reset release swap first second lock unlock open close read write flush emplace reserve resize what
    load store join wait push pop top`),
};

/** Global objects of the language and its usual runtimes. */
const globals: Readonly<Record<string, ReadonlySet<string>>> = {
  python:
    words(`str bytes bytearray int float bool list dict set frozenset tuple object type super print len open range
    enumerate zip map filter sorted reversed isinstance Exception ValueError TypeError KeyError __builtins__`),
  ecmascript:
    words(`console Math JSON Object Array Number String Boolean Symbol BigInt Promise Reflect Proxy Date RegExp Error
    TypeError Map Set WeakMap WeakSet ArrayBuffer Uint8Array DataView Intl Atomics globalThis window document navigator location
    history process Buffer crypto performance localStorage sessionStorage caches fetch Response Request Headers URL
    URLSearchParams Deno Bun self`),
  go: words('append cap close copy delete len make new panic print println recover'),
  rust: words(`Some None Ok Err Vec String Box Option Result std core alloc assert! assert_eq! assert_ne! cfg! column! concat! dbg!
    debug_assert! debug_assert_eq! debug_assert_ne! env! eprint! eprintln! file! format! format_args! include! include_bytes!
    include_str! line! matches! module_path! option_env! panic! print! println! stringify! thread_local! todo! unimplemented!
    unreachable! vec! write! writeln!`),
  java: words('System String Math Objects Integer Long Double Boolean Thread Object Character'),
  csharp: words('Console Math String Convert Task Environment Guid DateTime Enum Array'),
  php: words('Closure Exception DateTime'),
  ruby: words('Kernel File Dir Time Math Process IO ENV Hash Array String'),
  c: words('std'),
};

/** Whether built-in values of the language have a method with this name. */
export function isBuiltinMethod(family: string, name: string): boolean {
  return methods[family]?.has(name) === true;
}

/** Whether an unbound name is a global of the language. */
export function isBuiltinGlobal(family: string, name: string): boolean {
  return globals[family]?.has(name) === true;
}
