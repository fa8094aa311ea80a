import './logo-mark.css'

/**
 * 相 as two shapes that face each other: a tree and an eye, joined by the line they share. Drawn on the half
 * pixels of a 16 px grid, so that it is sharp in a browser tab.
 * @param size in pixels
 */
export function LogoMark({ size }: { size: 16 | 24 | 32 | 40 }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <rect className="mark-ground" width="16" height="16" rx="3" />
      <path className="mark-right" d="M8.5 3.5h5v9h-5zM8.5 9.5h5" />
      <path className="mark-left" d="M4.5 2.5v11M2 6.5h11.5M4.5 7.2 2.3 10.6M4.5 7.2l2.2 3" />
    </svg>
  )
}
