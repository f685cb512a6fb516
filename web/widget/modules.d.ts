/** Style sheets that the build puts into the scripts as text. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
