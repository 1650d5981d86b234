/* Hasenpfeffer without an auction, written for nothing else: what play.yaml beside this file says, with bit boards.

   A card is a bit: 9 10 J Q K A of clubs, diamonds, hearts, spades from bit 0 on, the joker is bit 24. Chance is that
   of docs/chance.md, so that every deal comes out card for card as it does from the rule file:

       play SEED DEALS          plays deals 1 to DEALS, prints the tricks of both sides, and the seconds it took
       play SEED DEALS show     prints of each deal the suit of trumps, then each card with the seat that played it and
                                each trick's winner

   Draws do not depend on each other, so those of one deal are made in a row, which the compiler turns into vector code.
   The play itself is one deal after the other. Build: cc -O3 -march=native play.c -o play */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { CARDS = 25, SEATS = 4, SUITS = 4, RANKS = 6, TRICKS = 6, JACK = 2, JOKER = 24, HELD = 6 };
enum { DRAWS = 24 }; /* vectors of eight; the last trick is forced, so 21 are looked at */
enum { DEALING = 1, PLAYERS = 2, FIRST_DEALER = 3 };

#define GOLDEN 0x9E3779B97F4A7C15u

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The high word of draw * bound, for a bound below 2^32, in products of 32 bits. */
static inline uint64_t below(uint64_t draw, uint64_t bound) {
    return ((draw >> 32) * bound + (((draw & 0xFFFFFFFFu) * bound) >> 32)) >> 32;
}

/* The n-th card of a set, from 0. */
static inline unsigned nth(uint32_t set, unsigned n) {
#ifdef __BMI2__
    return (unsigned)__builtin_ctz(_pdep_u32(1u << n, set));
#else
    while (n--) set &= set - 1;
    return (unsigned)__builtin_ctz(set);
#endif
}

static inline unsigned pick(uint32_t set, uint64_t draw) {
    return nth(set, (unsigned)((unsigned __int128)draw * (unsigned)__builtin_popcount(set) >> 64));
}

/* By trump and the card that was led: which cards follow it, and what each card is then worth. */
static uint32_t follows[SUITS][CARDS];
static uint8_t worth[SUITS][CARDS][32];

static int suit_of(int card, int trump) {
    int left = (SUITS - 1 - trump) * RANKS + JACK; /* of the other suit of the colour: black, red, red, black */
    return card == JOKER || card == left ? trump : card / RANKS;
}

static void make_tables(void) {
    for (int trump = 0; trump < SUITS; trump++)
        for (int led = 0; led < CARDS; led++)
            for (int card = 0; card < CARDS; card++) {
                int suit = suit_of(card, trump), rank = card % RANKS, power = 1 + rank;
                if (suit == trump)
                    power = card == JOKER ? 23 : rank != JACK ? 11 + rank : card / RANKS == trump ? 22 : 21;
                if (suit == suit_of(led, trump)) follows[trump][led] |= 1u << card;
                else if (suit != trump) power = 0;
                worth[trump][led][card] = (uint8_t)(power * SEATS);
            }
}

/* Plays one deal and gives the tricks of the first side; `shown` is constant wherever this is called. */
static inline __attribute__((always_inline)) unsigned
play(uint64_t game_key, uint64_t deal, unsigned dealer, int shown) {
    uint64_t key = mix(game_key ^ mix(deal + GOLDEN));
    uint64_t dealing = mix(key ^ mix(DEALING + GOLDEN)), players = mix(key ^ mix(PLAYERS + GOLDEN));

    uint8_t places[CARDS - 1];
    for (unsigned i = 0; i < CARDS - 1; i++) places[i] = (uint8_t)below(mix(dealing + (i + 1) * GOLDEN), CARDS - i);
    uint64_t draws[DRAWS];
    for (unsigned i = 0; i < DRAWS; i++) draws[i] = mix(players + (i + 1) * GOLDEN);

    uint8_t pack[CARDS];
    for (unsigned i = 0; i < CARDS; i++) pack[i] = (uint8_t)i;
    uint32_t hands[SEATS] = {0};
    unsigned opener = (dealer + 1) % SEATS;
#pragma GCC unroll 24
    for (unsigned last = CARDS - 1; last > 0; last--) {
        unsigned other = places[CARDS - 1 - last];
        uint8_t card = pack[other];
        pack[other] = pack[last];
        if (last < SEATS * HELD) hands[last / 3 % SEATS] |= 1u << card; /* by threes; the first is the widow */
    }
    hands[0] |= 1u << pack[0];

    unsigned trump = (unsigned)below(draws[0], SUITS);
    unsigned leader = 0, won = 0; /* seats from the opener on */
    if (shown) printf("%u", trump);
#pragma GCC unroll 6
    for (unsigned trick = 0; trick < TRICKS; trick++) {
        const uint64_t *draw = draws + 1 + SEATS * trick;
        unsigned left = HELD - trick;
        unsigned card = nth(hands[leader], left > 1 ? (unsigned)below(draw[0], left) : 0);
        hands[leader] ^= 1u << card;
        uint32_t follow = follows[trump][card];
        const uint8_t *worths = worth[trump][card];
        unsigned best = worths[card];
        if (shown) printf(" %u:%u", (opener + leader) % SEATS, card);
#pragma GCC unroll 3
        for (unsigned turn = 1; turn < SEATS; turn++) {
            unsigned seat = (leader + turn) % SEATS;
            uint32_t legal = hands[seat] & follow;
            legal = legal ? legal : hands[seat];
            card = left > 1 ? pick(legal, draw[turn]) : nth(legal, 0);
            hands[seat] ^= 1u << card;
            unsigned value = worths[card] + turn;
            best = value > best ? value : best;
            if (shown) printf(" %u:%u", (opener + seat) % SEATS, card);
        }
        leader = (leader + best) % SEATS;
        won += (opener + leader + 1) & 1;
        if (shown) printf(" >%u", (opener + leader) % SEATS);
    }
    if (shown) printf("\n");
    return won;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "play SEED DEALS [show]\n");
        return 2;
    }
    uint64_t seed = strtoull(words[1], NULL, 10), deals = strtoull(words[2], NULL, 10), won = 0;
    make_tables();
    uint64_t game = mix(mix(seed + GOLDEN) ^ mix(0 + GOLDEN));
    uint64_t first = mix(mix(game ^ mix(0 + GOLDEN)) ^ mix(FIRST_DEALER + GOLDEN));
    unsigned dealer = (unsigned)below(mix(first + GOLDEN), SEATS);
    if (count > 3) {
        for (uint64_t deal = 1; deal <= deals; deal++) play(game, deal, (dealer + deal - 1) % SEATS, 1);
        return 0;
    }
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (uint64_t deal = 1; deal <= deals; deal++) won += play(game, deal, (dealer + deal - 1) % SEATS, 0);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("%llu %llu %.9f\n", (unsigned long long)won, (unsigned long long)(TRICKS * deals - won), seconds);
    return 0;
}
