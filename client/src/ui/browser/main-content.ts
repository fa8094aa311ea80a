/** What is focused if there is nothing better: the list of IOIs at the desk, the page everywhere else. */
export const mainContent = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.advert-rows') ?? document.querySelector<HTMLElement>('main')
