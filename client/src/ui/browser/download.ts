/** Gives a text to the browser to keep as a file. */
export function downloadFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has been taken over by now, but some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
