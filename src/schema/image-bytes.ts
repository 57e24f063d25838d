/** The most bytes of an image, by what it is for: rows of the table of limits, which the app need not load to know them. */
export const imageBytes = { attachment: 3_750_000, photo: 1_000_000 } as const;
