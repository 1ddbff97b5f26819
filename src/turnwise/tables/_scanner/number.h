/* Decimal text to double, rounded exactly as Python's float() rounds it. */

#ifndef TURNWISE_NUMBER_H
#define TURNWISE_NUMBER_H

#include <float.h>

#include "bytes.h"

typedef enum { NUMBER_BAD, NUMBER_GOOD, NUMBER_HARD } NumberKind;

/* A number's digits as an integer, and the power of ten it is to be multiplied by. */
typedef struct {
    uint64_t digits;
    int64_t power;
    int negative;
    int exact; /* all significant digits fit into `digits` */
} Decimal;

static const double POWERS_OF_TEN[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

#ifdef LITTLE_ENDIAN_WORDS
/* Are these eight bytes digits? Their upper halves are 3, and stay so if 6 is added to the lower ones. */
static inline int are_digits(uint64_t word)
{
    return ((word & (word + EVERY_BYTE * 0x06) & (EVERY_BYTE * 0xF0)) == EVERY_BYTE * 0x30);
}

/* The number that eight digits write: neighbours are joined to pairs, those to fours, those to eight. */
static inline uint64_t eight_digits(uint64_t word)
{
    word -= EVERY_BYTE * 0x30;
    word = word * 10 + (word >> 8);
    return ((word & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
            ((word >> 16) & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
           32;
}
#endif

/* Take digits up to another character. Leading zeros are not significant; 19 digits always fit. */
static const char *take_digits(const char *at, const char *end, Decimal *number, int *significant)
{
#ifdef LITTLE_ENDIAN_WORDS
    for (; end - at >= 8 && *significant && *significant <= 11 && are_digits(load8(at)); at += 8) {
        number->digits = number->digits * 100000000 + eight_digits(load8(at));
        *significant += 8;
    }
#endif
    for (; at < end && (unsigned char)(*at - '0') < 10; at++) {
        if (*significant < 19) {
            number->digits = 10 * number->digits + (uint64_t)(*at - '0');
            *significant += number->digits != 0;
        } else {
            number->exact = 0;
        }
    }
    return at;
}

/* [+-] (digits [. digits] | . digits) [e [+-] digits], whole and nothing else. */
static int decimal_of(const char *at, const char *end, Decimal *number)
{
    int significant = 0;
    const char *start, *point;
    *number = (Decimal){0, 0, 0, 1};
    if (at < end && (*at == '-' || *at == '+'))
        number->negative = *at++ == '-';
    start = at;
    at = take_digits(at, end, number, &significant);
    if (at < end && *at == '.') {
        point = at++;
        at = take_digits(at, end, number, &significant);
        if (at - start == 1)
            return 0;
        number->power = -(int64_t)(at - point - 1);
    }
    if (at == start)
        return 0;
    if (at < end && (*at == 'e' || *at == 'E')) {
        int64_t exponent = 0;
        int below = 0;
        at++;
        if (at < end && (*at == '-' || *at == '+'))
            below = *at++ == '-';
        start = at;
        for (; at < end && (unsigned char)(*at - '0') < 10; at++)
            exponent = exponent < 100000 ? 10 * exponent + (*at - '0') : exponent;
        if (at == start)
            return 0;
        number->power += below ? -exponent : exponent;
    }
    return at == end;
}

#ifdef __SIZEOF_INT128__
static const uint64_t POWERS_OF_FIVE[] = {
    UINT64_C(1), UINT64_C(5), UINT64_C(25), UINT64_C(125), UINT64_C(625), UINT64_C(3125), UINT64_C(15625),
    UINT64_C(78125), UINT64_C(390625), UINT64_C(1953125), UINT64_C(9765625), UINT64_C(48828125), UINT64_C(244140625),
    UINT64_C(1220703125), UINT64_C(6103515625), UINT64_C(30517578125), UINT64_C(152587890625), UINT64_C(762939453125),
    UINT64_C(3814697265625), UINT64_C(19073486328125), UINT64_C(95367431640625), UINT64_C(476837158203125),
    UINT64_C(2384185791015625), UINT64_C(11920928955078125), UINT64_C(59604644775390625),
    UINT64_C(298023223876953125), UINT64_C(1490116119384765625), UINT64_C(7450580596923828125),
};

/* digits / 10^places for digits > 0 and places <= 27, where 5^places fits into 64 bits: the quotient is computed to 63
   bits or more and whether anything remains, which is all that rounding to the nearest, ties to even, asks for. */
static double divided(uint64_t digits, int places)
{
    uint64_t divisor = POWERS_OF_FIVE[places], quotient, kept, lost, half, bits;
    int up_digits = __builtin_clzll(digits), up_divisor = __builtin_clzll(divisor), excess, exponent, remains;
    unsigned __int128 dividend;
    double value, scale;
    divisor <<= up_divisor;
    dividend = (unsigned __int128)(digits << up_digits) << 63;
    quotient = (uint64_t)(dividend / divisor);
    remains = (unsigned __int128)quotient * divisor != dividend;
    excess = 11 - __builtin_clzll(quotient);
    kept = quotient >> excess;
    lost = quotient & ((UINT64_C(1) << excess) - 1);
    half = UINT64_C(1) << (excess - 1);
    kept += lost > half || (lost == half && (remains || (kept & 1)));
    exponent = up_divisor - up_digits - 63 - places + excess;
    bits = (uint64_t)(1023 + exponent) << 52; /* 2^exponent, never near the ends of the range */
    memcpy(&scale, &bits, 8);
    value = (double)kept;
    return value * scale;
}
#endif

/* The value where it can be had without arithmetic on long integers; NUMBER_HARD where it cannot. */
static NumberKind number_of(const char *at, const char *end, double *value)
{
    Decimal number;
    double size;
    if (!decimal_of(at, end, &number))
        return NUMBER_BAD;
    if (!number.exact)
        return NUMBER_HARD;
    if (number.digits == 0)
        size = 0.0;
#if FLT_EVAL_METHOD == 0
    else if (number.digits <= (UINT64_C(1) << 53) && number.power >= -22 && number.power <= 22)
        size = number.power < 0 ? (double)number.digits / POWERS_OF_TEN[-number.power]
                                : (double)number.digits * POWERS_OF_TEN[number.power];
#endif
#ifdef __SIZEOF_INT128__
    else if (number.power <= 0 && number.power >= -27)
        size = divided(number.digits, (int)-number.power);
#endif
    else
        return NUMBER_HARD;
    *value = number.negative ? -size : size;
    return NUMBER_GOOD;
}

#endif
