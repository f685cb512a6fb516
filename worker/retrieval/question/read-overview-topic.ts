/** Reads which part of the repository's overview a question asks for: "how is this repository laid out?", "what are the entry points?". */

export type OverviewTopic = 'summary' | 'layout' | 'entry-points' | 'parts' | 'central';

const whole = String.raw`(?:this|the|your) (?:whole |entire )?(?:project|repo|repository|code ?base|code|library|package|app|application|source(?: code)?|tool|framework)`;
const lead = String.raw`^\W*(?:(?:hi|hello|hey|please|ok)\W+)*(?:(?:can|could|would) you (?:please )?)?`;
const request = String.raw`(?:(?:give|show|tell|explain|describe|list|get|find)(?: me| us)?(?: about)? |what(?:'s| is| are| does)? |i (?:want|need) )`;
const structure = String.raw`(?:(?:folder|directory|file|project|repo|repository|code|package|source) )?(?:layout|structure|organi[sz]ation)`;
const arranged = String.raw`(?:laid out|layed out|organi[sz]ed|structured|arranged|divided|split up)`;
const folders = String.raw`(?:main |top |top[- ]level |biggest |most important )?(?:folders|directories|packages|subfolders|subdirectories)`;
const ofWhole = String.raw`(?: (?:of|in|for|to) (?:it|${whole}))?`;

function asks(...patterns: readonly string[]): RegExp {
  return new RegExp(String.raw`${lead}(?:${patterns.join('|')})\W*$`, 'i');
}

const topics: readonly (readonly [OverviewTopic, RegExp])[] = [
  [
    'layout',
    asks(
      `(?:explain |describe |show me )?how (?:is|are) (?:it|things|everything|${whole}|(?:the )?(?:files|folders|sources))${ofWhole} ${arranged}${ofWhole}`,
      `(?:explain |describe |show me )?how (?:it|${whole}) is ${arranged}`,
      `${request}?(?:the |its )?${structure}${ofWhole}`,
      `${request}${whole}'s ${structure}`,
      `${request}(?:the |its )${folders}${ofWhole}`,
      `what(?:'s| is) in (?:each|every|the) (?:folder|directory|folders|directories)${ofWhole}`,
      `what does each (?:folder|directory|package) (?:contain|do|hold)${ofWhole}`,
    ),
  ],
  [
    'entry-points',
    asks(
      `${request}?(?:the |its |all )*(?:main )?entry[- ]?points?${ofWhole}`,
      `(?:where|which|what) (?:is|are) (?:the |its )?(?:main )?entry[- ]?points?${ofWhole}`,
      `where does (?:it|execution|the program|${whole}) (?:start|begin)(?: running| executing)?`,
      `where (?:do|should|can) i (?:start|begin)(?: (?:reading|with|in|reading in)(?: ${whole})?)?`,
    ),
  ],
  [
    'parts',
    asks(
      `how do (?:the |its )?(?:parts|packages|modules|folders|components)${ofWhole} (?:depend on|relate to|refer to|use|import|interact with) (?:each other|one another)`,
      `${request}?(?:the )?dependencies between (?:the )?(?:parts|packages|modules|folders|components)${ofWhole}`,
    ),
  ],
  [
    'central',
    asks(
      `${request}?(?:the )?(?:most[- ](?:important|used|referenced|central)|central|core|key) (?:code|definitions|functions|classes|types|symbols|functions and classes|classes and functions)${ofWhole}`,
    ),
  ],
  [
    'summary',
    asks(
      `(?:${request})?(?:an? |the |short |brief |quick |high-level )*overview${ofWhole}`,
      `what(?:'s| is) ${whole}(?: about| for)?`,
      `what does ${whole} do`,
      `(?:summari[sz]e|explain|describe|understand|introduce|present|tell me about|help me understand) ${whole}`,
      `what is this(?: about)?`,
    ),
  ],
];

/** @returns undefined if the question is not about the repository as a whole */
export function readOverviewTopic(text: string): OverviewTopic | undefined {
  const question = text.slice(0, 200).replaceAll('’', "'");
  return topics.find(([, pattern]) => pattern.test(question))?.[0];
}
