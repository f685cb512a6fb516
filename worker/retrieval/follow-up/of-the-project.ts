/** Questions whose "it" is the project, whatever was spoken of before: its licence, how it is installed. */

const ofTheProject =
  /\blicen[cs]ed?\b|^how (?:do|can|should|would) (?:i|we|you|one) (?:install|set up|contribute)\b|^how (?:is|can) it (?:be )?installed\b|\bcontribute to it\b/i;

/** @returns the question with the project named in it; undefined when it is of something else, or names nothing by "it" */
export function askOfProject(question: string): string | undefined {
  if (!ofTheProject.test(question.trim()) || !/\bit\b/i.test(question)) return undefined;
  return question.replace(/\bit\b/i, 'this project');
}
