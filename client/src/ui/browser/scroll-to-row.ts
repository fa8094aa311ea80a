/**
 * Scrolls a list so that a row is in view. The list alone: the browser's own way would scroll what is around it, too.
 * @param covered the height that something above the rows covers, in pixels
 */
export function scrollToRow(list: HTMLElement, row: HTMLElement, covered = 0): void {
  const top = row.offsetTop - covered
  const bottom = row.offsetTop + row.offsetHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
}
