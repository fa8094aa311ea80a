/** Stands for a security where bars are read: TOPIX, in points. */
export const indexId = '.TOPX'
