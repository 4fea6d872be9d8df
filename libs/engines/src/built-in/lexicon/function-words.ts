/** A negator turns what follows it. */
export const negators =
  'not no never without dont doesnt didnt isnt wasnt arent werent cant cannot couldnt wont wouldnt shouldnt havent hasnt hadnt nor neither hardly nicht kein keine keinen nie niemals ohne weder nunca jamas sin ni tampoco';
export const boosters =
  'very really extremely so too totally absolutely completely super highly sehr wirklich total absolut vollig muy realmente totalmente demasiado';
export const dampeners =
  'slightly somewhat mildly little bit rather fairly partly etwas leicht wenig bisschen poco algo levemente';

/** Words without content. */
export const stopWords =
  'a an the is are was were be been being am do does did done has have had having will would shall should can could may might must of to in on at by for from with as into about than then that this these those it its they them their he she his her you your we our us i me my and or but if so what which who whom whose when where why how any some there here customer user writer author review reviewer message ticket text document person people product item company their likely give given asked ask want wants say says said mention mentioned mentions describe described express expressed show shows contain contains der die das den dem des ein eine einen ist sind war wird werden hat haben und oder zu von mit auf fur im es er sie wir ihr el la los las un una unos es son fue ser esta estan ha han y o de del en con por para que se su lo al';

/** Words with content that nearly every text has. */
export const common =
  'get got go going goes went buy order ordered back come came take took make one look looking work works good great just only like love now need please send new more still again can could';

/** The most frequent words. */
export const mostCommon = 'a the i it is are was in to of and you for on this that not with';
