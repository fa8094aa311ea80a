import './mark.css'

/**
 * 相 as two forms that face each other and meet: a tree's upright with its crossbar and branches, and the
 * eye beside it, sharing the line between them. Drawn on a grid of 16, so that it stays sharp at 16 px.
 * @param size in pixels
 */
export function Mark({ size }: { size: 16 | 24 | 32 | 40 }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <rect className="mark-ground" width="16" height="16" rx="3" />
      <path className="mark-left" d="M4.25 2.5v11M2 5.5h5M4.25 6.5 2 10.25M4.25 6.5 6.75 9.5" />
      <path className="mark-right" d="M9 3.25h5v9.5H9zM9 6.5h5M9 9.5h5" />
    </svg>
  )
}
