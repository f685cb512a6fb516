/** Downloads a file in the browser, from a URL or from a text. */
export function saveFile(
  file: { readonly name: string } & (
    { readonly url: string } | { readonly text: string; readonly type: string }
  ),
): void {
  const link = document.createElement('a');
  link.download = file.name;
  link.href = 'url' in file ? file.url : URL.createObjectURL(new Blob([file.text], { type: file.type }));
  link.click();
  // The browser needs the URL until the download has started.
  if (!('url' in file)) setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
