/** Has the browser save something as a file: what an address gives, or a text made here. */
export function saveFile(
  file: { readonly name: string } & (
    { readonly url: string } | { readonly text: string; readonly type: string }
  ),
): void {
  const link = document.createElement('a');
  link.download = file.name;
  link.href = 'url' in file ? file.url : URL.createObjectURL(new Blob([file.text], { type: file.type }));
  link.click();
  // After the browser has taken it up.
  if (!('url' in file)) setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
