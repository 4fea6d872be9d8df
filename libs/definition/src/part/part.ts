/** A narrow yes/no question of a composite judgment. */
export interface Part {
  name: string;
  question: string;
}
