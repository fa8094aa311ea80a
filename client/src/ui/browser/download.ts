/** Offers a text as a file download. */
export function downloadFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by now, but some browsers read the data a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
