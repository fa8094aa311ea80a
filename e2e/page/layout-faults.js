/**
 * Reports what is lost on the page, as lines of text: cut text, controls and text outside the window that
 * cannot be scrolled to, and controls that cover each other or are too small (WCAG 1.4.4, 1.4.10 and 2.5.8).
 * The value of this file is evaluated in the page.
 */
;(() => {
  const slack = 1.5
  const smallest = 24
  const controls =
    'button, a[href], input, select, textarea, [role=tab], [role=option], [role=switch], [role=slider]'
  const styles = new Map()
  const styleOf = (element) => {
    const known = styles.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const cuts = (value) => value === 'hidden' || value === 'clip'
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  /** A grid's header is hidden where it is too wide, and scrolls with the grid. */
  const movesWithGrid = (frame) => frame.matches('.ag-header-viewport, .ag-header')
  const described = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    const name = [...element.classList].slice(0, 2).join('.')
    return `${element.tagName.toLowerCase()}${name && `.${name}`} "${words}"`
  }

  /** Whether an element is visible: not transparent, hidden or for screen readers only. */
  const isSeen = (element) => {
    // Slides of a carousel outside its window.
    if (element.closest('.carousel-slide[inert]')) return false
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let at = element; at; at = at.parentElement) {
      if (at.classList.contains('visually-hidden')) return false
      const { width, height } = at.getBoundingClientRect()
      if (width <= 1 && height <= 1 && cuts(styleOf(at).overflowX)) return false
    }
    return true
  }

  /** The ancestors that lay an element out, not those from which it is positioned away. */
  const framesOf = (element) => {
    const frames = []
    let lifted = styleOf(element).position
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = styleOf(at)
      const holds = style.position !== 'static' || style.transform !== 'none' || style.contain !== 'none'
      if (lifted === 'fixed' && style.transform === 'none') continue
      if (lifted === 'absolute' && !holds) continue
      frames.push(at)
      lifted = style.position
    }
    return { frames, isFixed: lifted === 'fixed' }
  }

  const isExplained = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (at.title || at.hasAttribute('aria-label')) return true
    return false
  }

  /**
   * Returns why a rectangle of an element cannot be read, or null. A scrolling container counts as its
   * visible frame.
   */
  const lossOf = (element, first) => {
    let rect = first
    const { frames, isFixed } = framesOf(element)
    for (const frame of [element, ...frames]) {
      if (frame === document.documentElement || frame === document.body) break
      const style = styleOf(frame)
      if (style.display === 'inline' || style.display === 'contents') continue
      const box = frame.getBoundingClientRect()
      const left = box.left + frame.clientLeft - slack
      const right = box.left + frame.clientLeft + frame.clientWidth + slack
      const isWide = rect.left < left || rect.right > right
      const isHigh = rect.top < box.top - slack || rect.bottom > box.bottom + slack
      const isMoved = scrolls(style.overflowX) || movesWithGrid(frame)
      if (frame !== element && ((isWide && isMoved) || (isHigh && scrolls(style.overflowY))))
        rect = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
      else if (isWide && cuts(style.overflowX)) {
        if (style.textOverflow !== 'ellipsis') return 'is cut at the side'
        return isExplained(element) ? null : 'is cut off without a tooltip'
      } else if (isHigh && cuts(style.overflowY)) return 'is cut above or below'
    }
    const page = document.documentElement
    const moved = isFixed ? { x: 0, y: 0 } : { x: scrollX, y: scrollY }
    const width = isFixed ? innerWidth : Math.max(page.clientWidth, page.scrollWidth)
    const height = isFixed ? innerHeight : Math.max(page.clientHeight, page.scrollHeight)
    const isOut =
      rect.left + moved.x < -slack ||
      rect.top + moved.y < -slack ||
      rect.right + moved.x > width + slack ||
      rect.bottom + moved.y > height + slack
    return isOut ? 'lies outside the window' : null
  }

  const cutText = () => {
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!node.data.trim() || !element || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName)) continue
      if (!isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rect = range.getBoundingClientRect()
      const loss = rect.width > 0 ? lossOf(element, rect) : null
      if (loss) found.push(`text ${loss}: ${described(element)}`)
    }
    return found
  }

  const pen = document.createElement('canvas').getContext('2d')
  /** Text inside fields is measured separately. */
  const cutFields = () =>
    [...document.querySelectorAll('input, select')].filter(isSeen).flatMap((field) => {
      const isSelect = field.tagName === 'SELECT'
      if (!isSelect && !['text', 'email', 'password', 'search', 'tel'].includes(field.type)) return []
      const words = isSelect
        ? (field.selectedOptions[0]?.textContent ?? '')
        : field.value || field.placeholder || ''
      const style = getComputedStyle(field)
      pen.font = style.font
      const inside =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      const isCut = pen.measureText(words).width > inside + slack
      return isCut && !isExplained(field) ? [`field cuts "${words}": ${described(field)}`] : []
    })

  /** Layers cover the page on purpose, so only controls of the same layer are compared. */
  const layerOf = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { position, zIndex } = styleOf(at)
      if (position === 'fixed' || (position !== 'static' && zIndex !== 'auto')) return at
      if (at.matches('[role=dialog], [role=alertdialog], [role=listbox], .dropdown-panel')) return at
    }
    return document.body
  }

  /** The part of a control that its containers leave visible. */
  const shownOf = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const rect = { left, right, top, bottom }
    for (const frame of framesOf(element).frames) {
      if (styleOf(frame).overflowX === 'visible') continue
      const box = frame.getBoundingClientRect()
      rect.left = Math.max(rect.left, box.left)
      rect.right = Math.min(rect.right, box.right)
      rect.top = Math.max(rect.top, box.top)
      rect.bottom = Math.min(rect.bottom, box.bottom)
    }
    return rect
  }

  const seenControls = () => [...document.querySelectorAll(controls)].filter(isSeen)

  const lostControls = () =>
    seenControls().flatMap((control) => {
      const loss = lossOf(control, control.getBoundingClientRect())
      return loss ? [`control ${loss}: ${described(control)}`] : []
    })

  const covering = () => {
    const all = seenControls().map((control) => ({
      control,
      layer: layerOf(control),
      rect: shownOf(control),
    }))
    return all.flatMap((a, i) =>
      all.slice(i + 1).flatMap((b) => {
        if (a.layer !== b.layer || a.control.contains(b.control) || b.control.contains(a.control)) return []
        const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
        const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
        const isOver = wide > slack && high > slack
        return isOver
          ? [`controls cover each other: ${described(a.control)} and ${described(b.control)}`]
          : []
      }),
    )
  }

  /** The area in which a press on a control counts, its label included. */
  const hitBoxOf = (control) => (control.closest('label') ?? control).getBoundingClientRect()

  /** The smallest circle that must be free around the centre of a small control. */
  const isCrowded = (box, other) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const apart = (at, from, to) => Math.max(from - at, 0, at - to)
    return Math.hypot(apart(x, other.left, other.right), apart(y, other.top, other.bottom)) < smallest / 2
  }

  /** Whether something that scrolls hides a part of it. */
  const isPartlyScrolledAway = (control) => {
    const { top, bottom } = control.getBoundingClientRect()
    const shown = shownOf(control)
    return shown.bottom - shown.top < bottom - top - slack
  }

  /** Those at the edge of what scrolls are beside whatever is outside of it, until they are scrolled into view. */
  const tooSmall = () => {
    const all = seenControls().map((control) => ({
      control,
      layer: layerOf(control),
      box: hitBoxOf(control),
    }))
    return all.flatMap(({ control, layer, box }) => {
      if (styleOf(control).display === 'inline' || isPartlyScrolledAway(control)) return []
      if (box.width >= smallest - 0.5 && box.height >= smallest - 0.5) return []
      const others = all.filter(
        (each) => each.layer === layer && !each.control.contains(control) && !control.contains(each.control),
      )
      const size = `${Math.round(box.width)} by ${Math.round(box.height)}`
      return others.some((each) => each.box !== box && isCrowded(box, each.box))
        ? [`crowded control of ${size}: ${described(control)}`]
        : []
    })
  }

  /** What must be scrolled in two directions to be read, except tables (WCAG 1.4.10). */
  const sideways = () =>
    [document.documentElement, ...document.querySelectorAll('body *')].flatMap((element) => {
      const isPage = element === document.documentElement
      if (!isPage && !scrolls(styleOf(element).overflowX)) return []
      if (element.scrollWidth <= element.clientWidth + slack || !isSeen(element)) return []
      if (element.closest('.ag-root') || element.querySelector('table')) return []
      const edge = element.getBoundingClientRect().left + element.clientWidth + slack
      const wide = [...element.querySelectorAll('*')]
        .filter((each) => each.getBoundingClientRect().right > edge && isSeen(each))
        .slice(-3)
      return [
        `${isPage ? 'the page' : described(element)} scrolls sideways for ${wide.map(described).join(', ')}`,
      ]
    })

  const found = [cutText, cutFields, lostControls, covering, tooSmall, sideways].flatMap((find) => find())
  return [...new Set(found)]
})()
