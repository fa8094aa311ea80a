import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community'

type Params = IHeaderParams<Advert> & {
  /** Opens the filter of a column below its header. */
  openFilter: (columnId: string, header: HTMLElement) => void
  label: string
}

/**
 * The name of a column, and beside it the button of its filter. The button is for the mouse; from the keyboard
 * Alt+↓ on the header and the menu of filters do the same.
 */
export class HeaderWithFilter implements IInnerHeaderComponent {
  readonly #box = document.createElement('span')
  readonly #name = document.createElement('span')

  init({ displayName, column, openFilter, label }: Params): void {
    this.#box.className = 'history-head'
    this.#show(displayName)
    const button = document.createElement('button')
    button.type = 'button'
    button.tabIndex = -1
    button.ariaHidden = 'true'
    button.title = label
    button.className = 'history-head-filter'
    button.textContent = '▾'
    // The header sorts on a click and moves with the pointer.
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      button.addEventListener(type, (event) => event.stopPropagation())
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      openFilter(column.getColId(), button)
    })
    this.#box.append(this.#name, button)
  }

  getGui(): HTMLElement {
    return this.#box
  }

  refresh({ displayName }: Params): boolean {
    this.#show(displayName)
    return true
  }

  /** A narrow column cuts the name, which is then on hover. */
  #show(name: string): void {
    this.#name.textContent = name
    this.#name.title = name
  }
}
