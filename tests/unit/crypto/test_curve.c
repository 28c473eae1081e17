/* Numbers in the tables were computed with another program, in affine coordinates and without any of the
 * shortcuts. */
#include "suite.h"

#include "crypto/curve.h"
#include "crypto/muladd.h"

enum { WORDS_MAX = CURVE_WORDS_MAX };

struct product {
    uint32_t scalar[WORDS_MAX], x[WORDS_MAX], y[WORDS_MAX]; /* of the base point */
};

/* Besides plain ones: of a digest of nothing, of one above the order, where x is above the order, and by the
 * base point itself. */
struct signature {
    uint32_t digest[WORDS_MAX], r[WORDS_MAX], s[WORDS_MAX], x[WORDS_MAX], y[WORDS_MAX];
};

static const struct product p256_products[] = {
    {{0x00000001, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2},
     {0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b, 0x4fe342e2}},
    {{0x00000002, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0x47669978, 0xa60b48fc, 0x77f21b35, 0xc08969e2, 0x04b51ac3, 0x8a523803, 0x8d034f7e, 0x7cf27b18},
     {0x227873d1, 0x9e04b79d, 0x3ce98229, 0xba7dade6, 0x9f7430db, 0x293d9ac6, 0xdb8ed040, 0x07775510}},
    {{0x00000003, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xc6e7fd6c, 0xfb41661b, 0xefada985, 0xe6c6b721, 0x1d4bf165, 0xc8f7ef95, 0xa6330a44, 0x5ecbe4d1},
     {0xa27d5032, 0x9a79b127, 0x384fb83d, 0xd82ab036, 0x1a64a2ec, 0x374b06ce, 0x4998ff7e, 0x8734640c}},
    {{0x52e6b438, 0xf2a74de4, 0x269e0d37, 0x6513270e, 0xa6a3a450, 0x0c5c7fd0, 0x128b2f33, 0xd23f0824},
     {0x9d8cb24c, 0xd91b15e4, 0xac18a505, 0x0b02214b, 0x7ac02eca, 0xfd1d7dd6, 0xdd79de50, 0x778d6fc9},
     {0x6f4d9070, 0x5db7fa22, 0x9fcfc209, 0xc23096c1, 0x4881828b, 0x71d05934, 0xff8db528, 0x07e04a4e}},
    {{0x892f902b, 0x1818e811, 0x5d9dc9f8, 0x9531985d, 0x0ed90475, 0xe8e25d94, 0x81e74ef5, 0x36f675cc},
     {0x34ff6096, 0xd960f542, 0xd088e59b, 0x1bafe2d4, 0x337ddbb9, 0xc15c0170, 0x5246d8e9, 0x20e891dc},
     {0x2d9bba7c, 0x23bc02db, 0x409a094e, 0x3a60a68f, 0x954f9097, 0x0b0000cf, 0xa31e49f9, 0xd281512f}},
    {{0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555},
     {0xd762ab34, 0xa447b7d3, 0x458682fc, 0x09caf56d, 0x42ed9870, 0xfe7acf28, 0xdb7e33c3, 0x57e977f6},
     {0xc471c2ec, 0x68e5f59c, 0xdec4db4d, 0x346dfa84, 0x640ffb5b, 0xf5414065, 0xba573bdf, 0xc5ab3770}},
    {{0xfc63254f, 0xf3b9cac2, 0xa7179e84, 0xbce6faad, 0xffffffff, 0xffffffff, 0x00000000, 0xffffffff},
     {0x47669978, 0xa60b48fc, 0x77f21b35, 0xc08969e2, 0x04b51ac3, 0x8a523803, 0x8d034f7e, 0x7cf27b18},
     {0xdd878c2e, 0x61fb4862, 0xc3167dd6, 0x4582521a, 0x608bcf24, 0xd6c26539, 0x24712fc0, 0xf888aaee}},
};

static const struct signature p256_signatures[] = {
    {{0x3ff431ed, 0x43c0add7, 0xea0c6e71, 0x87123234, 0xee66cd88, 0x3c020b3a, 0x3540bb80, 0x7692c3ad},
     {0x4efe3ed8, 0x849e444b, 0x8e8bff31, 0xc7e728e5, 0xc5b98933, 0xc136f6d1, 0x388c49e6, 0x34bd6e33},
     {0x4ee052a5, 0x3d75dbd0, 0xfc992931, 0x77547c9a, 0x3b41c3ee, 0x5525f5ec, 0x29df4737, 0x8dfdd13e},
     {0x57170e8d, 0x551bf782, 0x9d045f7f, 0xe7948e09, 0xb7386adc, 0x7b358dc2, 0x5c9dfd5f, 0x77c552ac},
     {0x0d27256f, 0x2b980633, 0x10516a16, 0xc005001f, 0xfedad27a, 0x20283957, 0x99cfc1f4, 0xbca9fbce}},
    {{0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xda522ca9, 0x4f73cac6, 0x462527c6, 0x33ab88d2, 0xe4ec7f4b, 0xb9a03211, 0x86a1c0fc, 0xbf85eb68},
     {0x8e64b201, 0xc8ea629c, 0x16a3b529, 0x6ed7a73b, 0x3d723901, 0xe3aec00a, 0x8b0a6214, 0xee2fe55c},
     {0x3ef1223c, 0xaa097944, 0x963901d5, 0xcf499a0d, 0x551b77e3, 0xd7890814, 0x167aa166, 0x548fba47},
     {0x3707ca64, 0x9aedeb42, 0x40f29aec, 0x037a0278, 0x8b76eb55, 0x15061d58, 0x107e31ec, 0x7483bba7}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0x12b3f9c6, 0xcf1ebd70, 0xbc331cae, 0xf5361dc4, 0xd4a226a5, 0xed7735bd, 0x71e8e489, 0x037cbd0a},
     {0x11cc965a, 0xba1297e9, 0x775338a0, 0xbb987b06, 0x3bd15fd7, 0x48306523, 0x2c2dd8d9, 0x47c5e1c3},
     {0x19e03bef, 0xe3e78c47, 0x97d76e88, 0xec9b4508, 0x7dfc3c07, 0xaa3cb226, 0x8293b39a, 0xb0bb72eb},
     {0x756e42ac, 0x9c636ae6, 0xe7ead844, 0xff808873, 0x82c041c9, 0x5fabd33e, 0xbc661ad1, 0x2a7ae344}},
    {{0x8c38fb29, 0xb64ce422, 0x1012f037, 0x907a70c3, 0x0f4205b4, 0x9e7769b1, 0x34b9b5df, 0x7f150524},
     {0x00000003, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xae2eb155, 0x881ed162, 0x6d76b07e, 0xc6f87718, 0x506bf2ef, 0x7731af10, 0x95e761d1, 0xec66a787},
     {0x5908b841, 0x70499568, 0xf65bf8a7, 0xb16db2f1, 0x4d3e739d, 0xd7b902a4, 0x5da37fb8, 0xdd5746a4},
     {0x7495561d, 0xef93bf4e, 0xb522a492, 0x499a90bc, 0x6f0f9b5c, 0x8f70d02a, 0x50c859ec, 0xce853799}},
    {{0x00003039, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xd0106803, 0x17f70ecc, 0xbf3cac63, 0x918545fd, 0x4d51a198, 0x5a27d1bc, 0xd5c9e41b, 0x5f923d99},
     {0x8942fc3f, 0xd10e8074, 0xd2eb3496, 0x5df0286a, 0xc675e993, 0xa2b47acb, 0xf2d1b5e5, 0x509d0f72},
     {0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2},
     {0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b, 0x4fe342e2}},
};

static const uint32_t p256_order[WORDS_MAX] = {0xfc632551, 0xf3b9cac2, 0xa7179e84, 0xbce6faad,
                                               0xffffffff, 0xffffffff, 0x00000000, 0xffffffff};

static const struct product p384_products[] = {
    {{0x00000001, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0x72760ab7, 0x3a545e38, 0xbf55296c, 0x5502f25d, 0x82542a38, 0x59f741e0, 0x8ba79b98, 0x6e1d3b62,
      0xf320ad74, 0x8eb1c71e, 0xbe8b0537, 0xaa87ca22},
     {0x90ea0e5f, 0x7a431d7c, 0x1d7e819d, 0x0a60b1ce, 0xb5f0b8c0, 0xe9da3113, 0x289a147c, 0xf8f41dbd,
      0x9292dc29, 0x5d9e98bf, 0x96262c6f, 0x3617de4a}},
    {{0x00000002, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0x5295df61, 0x5b96a9c7, 0xbe0e64f8, 0x4fe0e86e, 0x9fb96e9e, 0x51d207d1, 0xa6f434d6, 0x89025959,
      0xc55b97f0, 0x69260045, 0x7ba3d2d9, 0x08d99905},
     {0x0a940e80, 0x61501e70, 0x4d39e22d, 0x5ffd43e9, 0x256ab425, 0x904e505f, 0xbc6cc43e, 0xb275d875,
      0xfd6dba74, 0xb7bfe8df, 0x5b1b3ced, 0x8e80f1fa}},
    {{0x00000003, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0x0500c831, 0x02d7e5c7, 0x5026580d, 0xb408bbae, 0xd3566da6, 0xbea4f240, 0x202dcd06, 0xcb9d3910,
      0x5fdc7d98, 0x64793c7e, 0x606ffa14, 0x077a41d4},
     {0x0a2f1df1, 0xb65f2860, 0xe4b5d298, 0xc24abd6b, 0xdc111eac, 0xf7684c0e, 0x85115aa5, 0x8520b41c,
      0x02a9fc99, 0x7d0bbe96, 0x0b0c4283, 0xc995f7ca}},
    {{0x3e7d1bfb, 0x14f4733f, 0x930d6eaf, 0x4cdd2055, 0x86734721, 0x7ebff206, 0xe00902c7, 0x57ee05cd,
      0xbabced20, 0x72e6cc3a, 0x49b64a08, 0x9be4bcfc},
     {0xdf9c037f, 0x75af66b4, 0x10e55133, 0xf6d92108, 0x635d7613, 0x85865d3f, 0x794c2ca9, 0xe5dcf08e,
      0x82cc3c2e, 0x6be819dc, 0x3207f94c, 0x5d741a80},
     {0x44ff302a, 0x41259e81, 0x360c466d, 0xd228741d, 0x21c21911, 0xc408076c, 0x06b08eab, 0x75c4ff46,
      0xa0c9891b, 0xa0ee1c3d, 0x6dc8164e, 0xc2efd76c}},
    {{0xfaecbd39, 0x12bd4ace, 0x1e398f10, 0x830e07bc, 0x6b0a18e8, 0x2a3af4d4, 0xc1d3fcff, 0x5790f82e,
      0x26e87555, 0xeeeacbe2, 0x7d2caf82, 0x6bf46c69},
     {0x5dfda6f9, 0x83730ccb, 0x568062bb, 0x588f9c16, 0xa5a0e2e2, 0xa8e8d314, 0xbbfde6a9, 0x69d57fbe,
      0xbbfb8947, 0x6c343bf8, 0xa1c54151, 0x8fa6289c},
     {0xd9e075c2, 0xc5d400e5, 0xbaf23d8d, 0xad90a6c2, 0x0a124fe6, 0x3e69a332, 0x19e01046, 0x135ce064,
      0x9dd267d5, 0x3fbda301, 0x1d588e8b, 0x9368112b}},
    {{0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555,
      0x55555555, 0x55555555, 0x55555555, 0x55555555},
     {0xa3085316, 0x4c215b5a, 0x3b453737, 0xe44ea420, 0x16099f6e, 0x32050032, 0x81ef009a, 0x951e3652,
      0x23b65d41, 0xb3e8dfd9, 0xf1fe2a29, 0xef4e3cf6},
     {0x68b26f4d, 0xdad08ddf, 0x270c4a55, 0x5ef7e6e9, 0xf6b928d5, 0x0c892694, 0x0bb9e74f, 0x09abdc58,
      0x207f4feb, 0xcd26e93e, 0xab3ff89c, 0xd72dc820}},
    {{0xccc52971, 0xecec196a, 0x48b0a77a, 0x581a0db2, 0xf4372ddf, 0xc7634d81, 0xffffffff, 0xffffffff,
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0x5295df61, 0x5b96a9c7, 0xbe0e64f8, 0x4fe0e86e, 0x9fb96e9e, 0x51d207d1, 0xa6f434d6, 0x89025959,
      0xc55b97f0, 0x69260045, 0x7ba3d2d9, 0x08d99905},
     {0xf56bf17f, 0x9eafe190, 0xb2c61dd2, 0xa002bc15, 0xda954bd9, 0x6fb1afa0, 0x43933bc1, 0x4d8a278a,
      0x0292458b, 0x48401720, 0xa4e4c312, 0x717f0e05}},
};

static const struct signature p384_signatures[] = {
    {{0x3ff431ed, 0x43c0add7, 0xea0c6e71, 0x87123234, 0xee66cd88, 0x3c020b3a, 0x3540bb80, 0x7692c3ad,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xc9944032, 0xa49520d0, 0xd58a1737, 0x537ab8a8, 0x17953e0d, 0xf66b3977, 0x147d8260, 0xeed2321e,
      0x12dd4458, 0xe4bcec8e, 0x0d309365, 0x3b79668e},
     {0x2244cf7e, 0xa5ad00e5, 0x3d6fd7e4, 0x1e0ac553, 0x7dc9e2ba, 0x383dc4e6, 0x6ca05f6b, 0x5797a2be,
      0xaf428649, 0x0e48763d, 0xa178ca6a, 0x8f6df5c7},
     {0x26db29a4, 0x47c5c3b7, 0x4cf66b01, 0xdb869072, 0x98de3f70, 0x1c604b8a, 0x0830b65b, 0xe45fec11,
      0xae98f1c8, 0xfdf1bb39, 0xdff939a6, 0xc29789a3},
     {0x236a3cbe, 0x13e9eaa0, 0x77133d10, 0xac3f90ce, 0xd23890de, 0x90473c5e, 0x305a0f29, 0x75f59728,
      0x227b404c, 0xb4fe5483, 0x9fdc0d2a, 0xad7c6021}},
    {{0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xdddf5501, 0xf3723ce1, 0x7af40f69, 0x81f55820, 0xad131254, 0xfc02c9e1, 0x29fab36c, 0x1a522bf6,
      0x2c64e50d, 0x007f2732, 0xdbc8d200, 0x9abdd80c},
     {0x0cb6eef2, 0x562cf353, 0x9059115f, 0xd1ca59e3, 0x41f3ca39, 0x1312793c, 0xe3205237, 0x20dee992,
      0x06effd31, 0x6bcca808, 0x35dab498, 0xd5e5efb7},
     {0x9db2d2ac, 0x6d3f882a, 0xf70a31e7, 0xf65fdf9f, 0x608f636f, 0xb5940b39, 0x40624342, 0xbe525812,
      0x048503ce, 0xcce56aec, 0x6ea88cbf, 0xacf28ddf},
     {0x87a1af55, 0xd3fabf78, 0x01e43d47, 0x1562d969, 0xb21b6edb, 0xad4c206f, 0x999bfab9, 0x69332840,
      0x7808b4fe, 0x7e0f6267, 0x19a8ef4b, 0x197251b9}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0x479ff888, 0x4a0571dc, 0x781db14d, 0x47452682, 0x96d82dcf, 0x5af8d58f, 0xac8c569c, 0xbdedfc78,
      0xfa0e6234, 0x03328fc9, 0x06bb7313, 0xca49c3b9},
     {0x0cd04305, 0xfe15d185, 0xdbd83c82, 0x15e5e4a3, 0x317326b7, 0xfe32b499, 0x52490dd5, 0x7b5cac9e,
      0x0afa0334, 0xd3fd5b05, 0x37ff4ca2, 0x7157def4},
     {0x0f420f28, 0x5cb0bdc2, 0x6e02d01d, 0x700e1d62, 0xe52ed5e6, 0x865a956b, 0x3c1f0d05, 0xdfa5ea54,
      0xc2863dc0, 0x494a2e35, 0x9e748940, 0xeb4e1aa0},
     {0x633ffebc, 0x8d488e2a, 0x0e1820f3, 0x3f4b8e05, 0x7d1f395e, 0xecbbcc5c, 0x910f5b9f, 0xdc01032c,
      0xc97c36a1, 0xb564d97c, 0x36c2e8ef, 0x1d19664c}},
    {{0xd1bc52d9, 0x6e36aab0, 0xdd2e1609, 0x8cdb305f, 0x47469a4d, 0xb4d66a3a, 0x6a50df4d, 0xfc891b4a,
      0x5bd86d40, 0xaec6f024, 0xe25a7605, 0x616499c9},
     {0x00000002, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xf52ddf5e, 0x3b1287ff, 0x26a2c0bd, 0x153e7c2a, 0x2d1c9af0, 0x26bb7dbd, 0x3b618676, 0xa8948c89,
      0x3bbbe9ea, 0x0316909e, 0x7c26847f, 0xd4c28c2e},
     {0x217186c2, 0xf4ecc5fa, 0xf2d00f25, 0x6bd082dd, 0x42ff3932, 0x33d2a0d2, 0x9ce6a6d7, 0x82aac60a,
      0xf7b0bbe6, 0xff9ee830, 0xce530fdd, 0xc3071a11},
     {0x3bf0b29e, 0xbdb2a42d, 0xc82a8abe, 0x9ac8e10e, 0x4bbe91ec, 0x54f5f494, 0xf14458dc, 0x088f8cdd,
      0xf54cca10, 0x413c8e8a, 0x2a5491f9, 0x45d5d3d2}},
    {{0x00003039, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000},
     {0xe13f1ecf, 0xa3d400af, 0x9d1e9c51, 0xaf0624a3, 0x37111f6f, 0xb3ca4a01, 0xfe30ce74, 0xd505f205,
      0xa7ac52a1, 0x16af2184, 0xd2099fa6, 0x48ec60c1},
     {0x665d1310, 0x2c5727ac, 0x0fa38e41, 0xc1702da2, 0x16d96b9a, 0x8d1af374, 0xf398ea48, 0x75c07edb,
      0x31ce92b3, 0x18be0078, 0x30281c09, 0xbda7da4a},
     {0x72760ab7, 0x3a545e38, 0xbf55296c, 0x5502f25d, 0x82542a38, 0x59f741e0, 0x8ba79b98, 0x6e1d3b62,
      0xf320ad74, 0x8eb1c71e, 0xbe8b0537, 0xaa87ca22},
     {0x90ea0e5f, 0x7a431d7c, 0x1d7e819d, 0x0a60b1ce, 0xb5f0b8c0, 0xe9da3113, 0x289a147c, 0xf8f41dbd,
      0x9292dc29, 0x5d9e98bf, 0x96262c6f, 0x3617de4a}},
};

static const uint32_t p384_order[WORDS_MAX] = {0xccc52973, 0xecec196a, 0x48b0a77a, 0x581a0db2,
                                               0xf4372ddf, 0xc7634d81, 0xffffffff, 0xffffffff,
                                               0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};

static const struct {
    const struct curve *curve;
    const struct product *products;
    const struct signature *signatures;
    const uint32_t *order;
} curves[] = {
    {&curve_p256, p256_products, p256_signatures, p256_order},
    {&curve_p384, p384_products, p384_signatures, p384_order},
};

enum {
    CURVES = sizeof curves / sizeof curves[0],
    PRODUCTS = sizeof p256_products / sizeof p256_products[0],
    SIGNATURES = sizeof p256_signatures / sizeof p256_signatures[0],
};

static uint32_t work[CURVE_WORK_WORDS(WORDS_MAX)], x[WORDS_MAX], y[WORDS_MAX];

static unsigned questions, last_question; /* 0: none is the last */

static int goes_on(void)
{
    return ++questions != last_question;
}

#define ASSERT_NUMBER(expected, actual) TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, actual, curve->words)
#define EACH_CURVE(i, curve)                                                                                 \
    const struct curve *curve = curves[0].curve;                                                             \
    for (unsigned i = 0; i < CURVES && (curve = curves[i].curve) != NULL; i++)

static void multiplies_the_base_point(void)
{
    EACH_CURVE(i, curve)
    {
        for (unsigned j = 0; j < PRODUCTS; j++) {
            const struct product *product = &curves[i].products[j];
            curve_base(curve, x, y);
            TEST_ASSERT_TRUE(curve_multiply(curve, x, y, product->scalar, goes_on, work));
            ASSERT_NUMBER(product->x, x);
            ASSERT_NUMBER(product->y, y);
        }
    }
}

static void both_sides_agree(void)
{
    EACH_CURVE(i, curve)
    {
        const struct product *ours = &curves[i].products[3], *theirs = &curves[i].products[4];
        uint32_t ours_x[WORDS_MAX];
        memcpy(x, theirs->x, sizeof x);
        memcpy(y, theirs->y, sizeof y);
        TEST_ASSERT_TRUE(curve_multiply(curve, x, y, ours->scalar, goes_on, work));
        memcpy(ours_x, x, sizeof x);
        memcpy(x, ours->x, sizeof x);
        memcpy(y, ours->y, sizeof y);
        TEST_ASSERT_TRUE(curve_multiply(curve, x, y, theirs->scalar, goes_on, work));
        ASSERT_NUMBER(ours_x, x);
    }
}

static void comes_back_to_nothing_after_as_many_times_as_the_curve_has_points(void)
{
    EACH_CURVE(i, curve)
    {
        curve_base(curve, x, y);
        TEST_ASSERT_FALSE(curve_multiply(curve, x, y, curves[i].order, goes_on, work));
        TEST_ASSERT_FALSE(curve_multiply(curve, x, y, (const uint32_t[WORDS_MAX]){0}, goes_on, work));
    }
}

static void knows_scalars(void)
{
    EACH_CURVE(i, curve)
    {
        uint32_t scalar[WORDS_MAX] = {0};
        TEST_ASSERT_FALSE(curve_is_scalar(curve, scalar));
        scalar[0] = 1;
        TEST_ASSERT_TRUE(curve_is_scalar(curve, scalar));
        memcpy(scalar, curves[i].order, sizeof scalar);
        TEST_ASSERT_FALSE(curve_is_scalar(curve, scalar));
        scalar[0]--;
        TEST_ASSERT_TRUE(curve_is_scalar(curve, scalar));
        memset(scalar, 0xff, sizeof scalar);
        TEST_ASSERT_FALSE(curve_is_scalar(curve, scalar));
    }
}

static void knows_its_points(void)
{
    EACH_CURVE(i, curve)
    {
        for (unsigned j = 0; j < PRODUCTS; j++) {
            memcpy(x, curves[i].products[j].x, sizeof x);
            memcpy(y, curves[i].products[j].y, sizeof y);
            TEST_ASSERT_TRUE(curve_has(curve, x, y, work));
            y[curve->words - 1] ^= 1;
            TEST_ASSERT_FALSE(curve_has(curve, x, y, work));
        }
        TEST_ASSERT_FALSE(
            curve_has(curve, (const uint32_t[WORDS_MAX]){0}, (const uint32_t[WORDS_MAX]){0}, work));
        memset(x, 0xff, sizeof x); /* above the prime */
        TEST_ASSERT_FALSE(curve_has(curve, x, curves[i].products[0].y, work));
        TEST_ASSERT_FALSE(curve_has(curve, curves[i].products[0].x, x, work));
    }
}

static bool verifies(const struct curve *curve, const struct signature *signature)
{
    return curve_verify(curve, signature->digest, signature->r, signature->s, signature->x, signature->y,
                        goes_on, work);
}

static void verifies_signatures(void)
{
    EACH_CURVE(i, curve)
    {
        for (unsigned j = 0; j < SIGNATURES; j++)
            TEST_ASSERT_TRUE(verifies(curve, &curves[i].signatures[j]));
    }
}

static void refuses_what_is_no_signature(void)
{
    EACH_CURVE(i, curve)
    {
        for (unsigned j = 0; j < SIGNATURES; j++) {
            struct signature wrong = curves[i].signatures[j];
            wrong.digest[curve->words / 2] ^= 0x100;
            TEST_ASSERT_FALSE(verifies(curve, &wrong));
            wrong = curves[i].signatures[j];
            wrong.r[0] ^= 1;
            TEST_ASSERT_FALSE(verifies(curve, &wrong));
            wrong = curves[i].signatures[j];
            wrong.s[1] ^= 0x80000000;
            TEST_ASSERT_FALSE(verifies(curve, &wrong));
            wrong = curves[i].signatures[(j + 1) % SIGNATURES];
            memcpy(wrong.x, curves[i].signatures[j].x, sizeof x);
            memcpy(wrong.y, curves[i].signatures[j].y, sizeof y);
            TEST_ASSERT_FALSE(verifies(curve, &wrong));
        }
    }
}

static void refuses_scalars_that_are_none(void)
{
    EACH_CURVE(i, curve)
    {
        struct signature wrong = curves[i].signatures[0];
        memset(wrong.r, 0, sizeof wrong.r);
        TEST_ASSERT_FALSE(verifies(curve, &wrong));
        memcpy(wrong.r, curves[i].order, sizeof wrong.r);
        TEST_ASSERT_FALSE(verifies(curve, &wrong));
        wrong = curves[i].signatures[0];
        memset(wrong.s, 0, sizeof wrong.s);
        TEST_ASSERT_FALSE(verifies(curve, &wrong));
        memcpy(wrong.s, curves[i].order, sizeof wrong.s);
        TEST_ASSERT_FALSE(verifies(curve, &wrong));
    }
}

/* On the box eight and four words are multiplied by pieces of assembly: they must do what the loop over
 * single words does. */
static void words_at_once_are_single_words(void)
{
    static const uint32_t words[] = {0, 1, 0xffffffff, 0x80000000, 0x12345678, 0xfffffffe};
    enum { WORDS = sizeof words / sizeof *words };
    for (unsigned test = 0; test < WORDS * WORDS * WORDS; test++) {
        uint32_t factor = words[test % WORDS], carry = words[test / WORDS % WORDS], from[12], to[12],
                 expected[12];
        for (unsigned i = 0; i < 12; i++) {
            from[i] = words[(test / (WORDS * WORDS) + i) % WORDS];
            to[i] = expected[i] = words[(test + 3 * i) % WORDS];
        }
        uint32_t carried = muladd_words(to, from, 12, factor, carry);
        for (unsigned i = 0; i < 12; i++)
            carry = muladd_word(expected + i, from + i, factor, carry);
        TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, to, 12);
        TEST_ASSERT_EQUAL_HEX32(carry, carried);
    }
}

static void ends_when_it_is_told_to(void)
{
    EACH_CURVE(i, curve)
    {
        questions = 0;
        TEST_ASSERT_TRUE(verifies(curve, &curves[i].signatures[0]));
        TEST_ASSERT_GREATER_THAN(32, questions); /* often enough for a watchdog */
        questions = 0;
        last_question = 3;
        TEST_ASSERT_FALSE(verifies(curve, &curves[i].signatures[0]));
        TEST_ASSERT_EQUAL(3, questions);
        questions = 0;
        curve_base(curve, x, y);
        TEST_ASSERT_FALSE(curve_multiply(curve, x, y, curves[i].products[3].scalar, goes_on, work));
        TEST_ASSERT_EQUAL(3, questions);
        last_question = 0;
    }
}

SUITE(curve)
{
    RUN_TEST(ends_when_it_is_told_to);
    RUN_TEST(multiplies_the_base_point);
    RUN_TEST(both_sides_agree);
    RUN_TEST(comes_back_to_nothing_after_as_many_times_as_the_curve_has_points);
    RUN_TEST(knows_scalars);
    RUN_TEST(knows_its_points);
    RUN_TEST(verifies_signatures);
    RUN_TEST(refuses_what_is_no_signature);
    RUN_TEST(refuses_scalars_that_are_none);
    RUN_TEST(words_at_once_are_single_words);
}
