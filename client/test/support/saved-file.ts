import { vi } from 'vitest'

/** What the browser would save, because jsdom saves nothing: performs `save`, and returns the file. */
export async function savedFile(save: () => Promise<void>): Promise<{ name: string; text: string }> {
  let blob = new Blob()
  let name = ''
  const mocks = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => {
      blob = saved as Blob
      return 'blob:saved'
    }),
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {}),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download
    }),
  ]
  await save()
  for (const mock of mocks) mock.mockRestore()
  return { name, text: await blob.text() }
}
