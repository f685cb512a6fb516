/** The overview of a snapshot: what it is, how it is laid out and where to start. Each statement has the lines or the commit that prove it. */

import type { SpanPosition } from '../answers/evidence.ts';
import type { FileRole } from '../files/file.ts';

/** Text without markup, except for inline code in backticks. */
export interface QuotedText extends SpanPosition {
  readonly text: string;
}

export interface OverviewParagraph extends QuotedText {
  readonly isListItem: boolean;
}

export interface OverviewDefinition extends SpanPosition {
  /** Qualified name. */
  readonly name: string;
  readonly kind: string;
  readonly nameLine: number;
}

export interface LanguageCount {
  readonly language: string;
  readonly files: number;
}

export interface OverviewFolder {
  readonly path: string;
  /** Indexed files in it and in its subfolders. */
  readonly files: number;
  readonly lines: number;
  /** The role of most of its files. */
  readonly role: FileRole;
  /** Most files first. */
  readonly languages: readonly LanguageCount[];
  readonly definitions: readonly OverviewDefinition[];
  /** The first sentence of its README, manifest or module documentation. */
  readonly description?: QuotedText | undefined;
  /** A line of the folder to cite if nothing else in it is quoted. */
  readonly largestFile: SpanPosition;
}

export interface OverviewLayout {
  /** Indexed files of the snapshot. */
  readonly files: number;
  readonly rootFiles: number;
  readonly folders: readonly OverviewFolder[];
  /** Folders that are not listed. */
  readonly moreFolders: number;
  /** The folder that contains most of the code; empty for the root. */
  readonly mainFolder: string;
  /** The folders directly below the main folder; empty if that is the root. */
  readonly mainFolders: readonly OverviewFolder[];
  readonly moreMainFolders: number;
  /** Files directly in the main folder. */
  readonly mainFiles: number;
}

/** `export`: what importers get. `command`: a program it installs. `script`: a script of a manifest. `main`: a function or file that starts a program. */
export const entryPointKinds = ['command', 'export', 'main', 'script'] as const;
export type EntryPointKind = (typeof entryPointKinds)[number];

export interface EntryPoint extends SpanPosition {
  readonly kind: EntryPointKind;
  readonly name: string;
  /** The file, function or shell command that it leads to, as the cited lines state it. */
  readonly target: string;
}

export interface CentralDefinition extends OverviewDefinition {
  readonly signature: string;
  /** The first sentence of its documentation; empty if there is none. */
  readonly documentation: string;
  /** References from other source files. */
  readonly references: number;
  /** The files that contain them. */
  readonly files: number;
}

export interface OverviewPart {
  /** A folder, or a file of a folder without subfolders; empty for the root package or the files at the root. */
  readonly path: string;
  readonly files: number;
  readonly lines: number;
  /** Only the files directly in the folder, because its subfolders are parts of their own. */
  readonly isDirect: boolean;
}

/** How one part refers to another. */
export interface PartLink {
  readonly from: string;
  readonly to: string;
  /** Pairs of files of which one imports the other. */
  readonly imports: number;
  readonly calls: number;
  /** Uses of types and values, and inheritance. */
  readonly uses: number;
  /** The line of one of the references. */
  readonly example: { readonly path: string; readonly line: number };
}

export interface OverviewParts {
  readonly parts: readonly OverviewPart[];
  /** Parts that are not listed; references to them are not counted. */
  readonly moreParts: number;
  /** Most references first. */
  readonly links: readonly PartLink[];
}

export interface RecentCommit {
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
}

export interface RecentChanges {
  readonly commits: readonly RecentCommit[];
  /** Where the known history ends, and how to import it if it is unknown. */
  readonly notes: readonly string[];
}

export interface RepositoryOverview {
  /** The first paragraphs of the README; empty if there is none. */
  readonly purpose: readonly OverviewParagraph[];
  readonly layout: OverviewLayout;
  readonly entryPoints: readonly EntryPoint[];
  /** At least this many are not listed: the manifests of small packages are not read. */
  readonly moreEntryPoints: number;
  readonly central: readonly CentralDefinition[];
  readonly parts: OverviewParts;
  readonly changes: RecentChanges;
  readonly questions: readonly { readonly question: string; readonly about: string }[];
}
